import { fileURLToPath } from 'node:url';
import { engineOf } from '@redline/rule-engine/evaluate';
import { loadPack } from '@redline/rule-engine/load';
import { describe, expect, it } from 'vitest';
import { passagesOfTexts } from './passages-of-texts.ts';

const engine = engineOf(loadPack(fileURLToPath(new URL('../../../../packs/id', import.meta.url))));
const text = (written: string, ...quotes: string[]) => ({
  text: written,
  selection: {},
  violations: quotes.map((quote) => ({ quote, topic: 'gambling_promo', across: quote.includes('. ') })),
  file: 'x.jsonl',
});

describe('the sentences of a whole text', () => {
  it('violate where a quote touches them, and nowhere else', () => {
    const [rows] = passagesOfTexts(
      [text('Kaos katun.\nSlot gacor malam ini! Kirim besok.', 'Slot gacor')],
      engine,
    );
    expect(rows?.map(({ label, sentence }) => [label, sentence])).toEqual([
      ['ok', 'Kaos katun.'],
      ['bad', 'Slot gacor malam ini!'],
      ['ok', 'Kirim besok.'],
    ]);
  });

  it('violate beside their neighbours where the quote needs several', () => {
    const written = 'Barang baru. Bekas dipakai setahun. Kirim besok.';
    const [rows] = passagesOfTexts([text(written, 'Barang baru. Bekas dipakai setahun')], engine);
    expect(rows?.map(({ label }) => label)).toEqual(['ctx', 'ctx', 'ok']);
  });

  it('are rows once, however many texts have them', () => {
    const passages = passagesOfTexts([text('Kirim besok. Kaos katun.'), text('Kirim  besok.')], engine);
    expect(passages.map((rows) => rows.length)).toEqual([2]);
  });
});
