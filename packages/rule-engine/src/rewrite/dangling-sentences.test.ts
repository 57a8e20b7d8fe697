import { describe, expect, it } from 'vitest';
import { structureOf } from '../document/structure.ts';
import { chinese } from '../language/chinese.ts';
import { english } from '../language/english.ts';
import { indonesian } from '../language/indonesian.ts';
import type { Language } from '../language/language.ts';
import { withDangling } from './dangling-sentences.ts';
import { sentenceSpans } from './sentence-spans.ts';

/** Returns the sentences that stay of a text of which those in ⟦⟧ go. */
function stays(marked: string, language: Language): string[] {
  const text = marked.replace(/[⟦⟧]/gu, '');
  const cut = /⟦(.*?)⟧/su.exec(marked)?.[1] ?? '';
  const at = text.indexOf(cut);
  const structure = structureOf(text, language);
  const sentences = sentenceSpans(structure);
  const gone = sentences.map(({ start, end }) => start >= at && end <= at + cut.length);
  expect(gone).toContain(true);
  const all = withDangling(structure, sentences, gone);
  return sentences.filter((_, index) => !all[index]).map(({ start, end }) => text.slice(start, end));
}

describe('what says nothing without a sentence that goes, goes with it:', () => {
  it.each([
    ['⟦Our balm mends joints.⟧ It comes in a tin. Wash hands after use.', ['Wash hands after use.']],
    ['A balm of beeswax. ⟦Mends joints.⟧ It comes in a tin.', ['A balm of beeswax.', 'It comes in a tin.']],
    ['⟦Our balm mends joints.⟧ This tin holds 100 grams.', ['This tin holds 100 grams.']],
    ['⟦Our balm mends joints.⟧\nIt comes in a tin.', []],
    ['A balm. Sore joints? ⟦Mends them overnight.⟧ In a tin.', ['A balm.', 'In a tin.']],
    ['⟦Mends joints.⟧ They love it. It lasts. Wash hands.', ['Wash hands.']],
  ])('%s', (marked, left) => {
    expect(stays(marked, english)).toEqual(left);
  });

  it('in Indonesian and Chinese', () => {
    expect(stays('⟦Obat kami ampuh.⟧ Itu rahasia kami. Isi 30 butir.', indonesian)).toEqual([
      'Isi 30 butir.',
    ]);
    expect(stays('⟦三天见效。⟧这就是秘方。这款膏霜50克。', chinese)).toEqual(['这款膏霜50克。']);
  });
});
