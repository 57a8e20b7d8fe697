import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadPack } from '../load/pack-files.ts';
import { evaluatePicture } from '../pictures/evaluate-picture.ts';
import { picturePlace } from '../pictures/mixed-lines.ts';
import { rewrite } from '../rewrite/rewrite.ts';
import { engineOf } from './engine.ts';
import { evaluate } from './evaluate.ts';

/** Pieces that texts are joined of: claims, and characters that are drawn with several units. */
const around = [
  '👍🏽',
  '👩‍👩‍👧',
  '🇮🇩',
  '𝒜',
  'e\u0301',
  '\u0301',
  '\u200d',
  '\ufe0f',
  '3\ufe0f\u20e3',
  '💚',
  'क्षि',
  ' ',
  '. ',
];
const sites = {
  us: {
    selection: { platform: 'dtc_us', vertical: 'general' },
    claims: [
      'cures diabetes',
      '100% guaranteed',
      'lose 20 lbs in 3 days',
      'DM me at 555-123-4567',
      'the best tea',
    ],
  },
  id: {
    selection: { platform: 'shortvideo_id', vertical: 'health' },
    claims: ['menyembuhkan diabetes', '100% ampuh', 'dalam 3 hari', 'WA 081234567890', 'nomor 1'],
  },
  main: {
    selection: {
      platform: 'shortvideo_a',
      industryVertical: 'food',
      productVertical: 'creator',
      sceneMode: 'content',
    },
    claims: ['治疗糖尿病', '100%有效', '3天瘦10斤', '加我💚', '全网第一'],
  },
} as const;

/** Texts in a fixed order that looks random. */
function* texts(pieces: readonly string[], count: number): Generator<string> {
  let state = 7;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  for (let at = 0; at < count; at++)
    yield Array.from({ length: 2 + next(7) }, () => pieces[next(pieces.length)] ?? '').join('');
}

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The places that begin or end within a character. */
function cut(text: string, places: readonly { start: number; end: number }[]): string[] {
  const edges = new Set([...Array.from(segmenter.segment(text), ({ index }) => index), text.length]);
  return places
    .filter(({ start, end }) => !edges.has(start) || !edges.has(end))
    .map(({ start, end }) => JSON.stringify([text, start, end]));
}

describe.each(Object.entries(sites))('on %s no character is cut', (site, { selection, claims }) => {
  const engine = engineOf(loadPack(fileURLToPath(new URL(`../../../../packs/${site}`, import.meta.url))));
  const made = [...texts([...claims, ...claims, ...around], 400)];

  it('by findings and what was considered', () => {
    const found = made.map((text) => ({ text, evaluation: evaluate(text, engine, selection) }));
    expect(found.filter(({ evaluation }) => evaluation.findings.length > 0).length).toBeGreaterThan(100);
    expect(
      found.flatMap(({ text, evaluation: { findings, considered } }) =>
        cut(text, [...findings, ...considered]),
      ),
    ).toEqual([]);
  });

  it('by findings on pictures', () => {
    expect(
      made.slice(0, 80).flatMap((text) => cut(text, evaluatePicture(text, engine, picturePlace).findings)),
    ).toEqual([]);
  });

  it('by a rewrite', () => {
    const broken = made.slice(0, 40).flatMap((text) =>
      (['rewrite', 'precise'] as const).map((strategy) => {
        const order = { text, selection, strategy, mode: 'content', customFindings: [] } as const;
        return rewrite(order, engine).text;
      }),
    );
    expect(broken.filter((text) => !text.isWellFormed())).toEqual([]);
  });
});
