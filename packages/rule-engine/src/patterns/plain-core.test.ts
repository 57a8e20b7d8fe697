import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { engineOf } from '../evaluate/engine.ts';
import { evaluate } from '../evaluate/evaluate.ts';
import { loadPack } from '../load/pack-files.ts';
import { plainCoreOf } from './plain-core.ts';

describe('the plain core of a word', () => {
  it.each([
    ['diabetesé', 'diabetes'],
    ['ＸcuresＹ', 'cures'],
    ['ꙮasam', 'asam'],
    ['diabetesक्ष', 'diabetes'],
    ['naïvesté', 'naïvest'],
  ])('is what foreign letters are stuck to: %s', (word, core) => {
    const place = plainCoreOf(word, { start: 0, end: word.length });
    expect(word.slice(place?.start, place?.end)).toBe(core);
  });

  it.each(['diabetes', 'naïve', 'ｃｕｒｅｓ', 'ñu', 'xié', '治疗'])('is not looked for in %s', (word) => {
    expect(plainCoreOf(word, { start: 0, end: word.length })).toBeNull();
  });
});

/** Letters that some have stuck to the edge of a claim: with accents, of full width, of other scripts. */
const glue = ['é', 'Ñ', 'ø', 'Ｘ', 'ＡＢ', 'ꙮ', 'झ', 'ق', 'λ', '𝒜', '각'];

describe.each([
  [
    'id',
    { platform: 'shortvideo_id', vertical: 'health' },
    [
      'Obat ini menyembuhkan diabetes 100% dalam 3 hari',
      'kapsul menyembuhkan kanker',
      'menyembuhkan asam urat',
    ],
  ],
  [
    'us',
    { platform: 'dtc_us', vertical: 'supplement' },
    ['Our drops cure diabetes', 'This tea treats arthritis'],
  ],
] as const)('on %s a letter stuck to a word of a claim', (site, selection, claims) => {
  const engine = engineOf(loadPack(fileURLToPath(new URL(`../../../../packs/${site}`, import.meta.url))));
  const isFound = (text: string): boolean =>
    evaluate(text, engine, selection).findings.some(({ topic }) => topic.startsWith('disease_'));

  it.each(glue)('hides it neither before nor behind: %s', (letter) => {
    const texts = claims.flatMap((claim) =>
      claim
        .split(' ')
        .flatMap((word, at, words) =>
          [`${letter}${word}`, `${word}${letter}`].map((other) => words.with(at, other).join(' ')),
        ),
    );
    expect(texts.filter((text) => !isFound(text))).toEqual([]);
  });
});

describe('on id a cure', () => {
  const engine = engineOf(loadPack(fileURLToPath(new URL('../../../../packs/id', import.meta.url))));
  const topicsOf = (text: string): string[] =>
    evaluate(text, engine, { platform: 'shortvideo_id', vertical: 'general' }).findings.map(
      ({ topic }) => topic,
    );

  it('with its guarantee and its deadline is found three times, and each of them alone', () => {
    const ruleIds = evaluate('Obat ini menyembuhkan diabetes 100% dalam 3 hari', engine, {
      platform: 'shortvideo_id',
      vertical: 'general',
    }).findings.flatMap(({ ruleId, alsoFoundBy }) => [ruleId, ...alsoFoundBy]);
    expect(ruleIds).toEqual(
      expect.arrayContaining([
        'id.disease-cure-claim.treats',
        'id.disease-cure-claim.in-time',
        'id.absolute-guarantee.result',
      ]),
    );
    expect(topicsOf('Obat ini menyembuhkan diabetes')).toContain('disease_cure_claim');
    expect(topicsOf('Obat ini menyembuhkan dalam 3 hari')).toContain('disease_cure_claim');
    expect(topicsOf('Obat ini menyembuhkan 100%')).toContain('absolute_guarantee');
  });
});
