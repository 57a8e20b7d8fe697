import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { engineOf } from '../evaluate/engine.ts';
import { evaluate } from '../evaluate/evaluate.ts';
import { messagesOf, reasonsIn } from '../evaluate/messages.ts';
import { cuesOf } from '../judge/cues.ts';
import { loadPack } from '../load/pack-files.ts';
import { scanText } from '../patterns/scan-text.ts';
import { type SampleSentence, sampleReader } from '../reader/samples.ts';

import { readClaims } from './read-claims.ts';

const real = engineOf(loadPack(fileURLToPath(new URL('../../../../packs/us', import.meta.url))));
const reading = (
  said: Partial<SampleSentence>,
  sold: Record<string, number> = {},
  text = 'A linen towel.',
) => {
  const say = () => ({ unlawful: 0.99, topic: 'disease_claim', ...said });
  const engine = { ...real, reader: sampleReader('us', say, sold) };
  return evaluate(text, engine, { platform: 'dtc_us', vertical: 'general' });
};
const legalRefOf = (wordingId: string | undefined) =>
  real.pack.wordings.get(wordingId ?? '')?.legalRef['en-US'];

describe('a claim that is made', () => {
  it('is a finding of the row for what is sold, with its law', () => {
    const made = { treats_disease: 0.9 };
    const [ofSupplement] = reading({ made }, { supplement: 0.9 }).findings;
    const [ofTowel] = reading({ made }).findings;
    expect(ofSupplement?.ruleId).toBe('us.policy.disease.supplement');
    expect(ofTowel?.ruleId).toBe('us.policy.treats-disease');
    expect(legalRefOf(ofSupplement?.wordingId)).toContain('21 CFR 101.93');
    expect(legalRefOf(ofTowel?.wordingId)).not.toContain('21 CFR 101.93');
  });

  it('is considered where the law allows it, and the row is named', () => {
    const { findings, considered } = reading({ made: { looks_better: 0.9 } }, { cosmetic: 0.9 });
    expect(findings).toEqual([]);
    expect(considered).toEqual([
      { ruleId: 'us.disease-claim.learned', start: 0, end: 13, because: 'us.policy.looks-better' },
    ]);
    const [one] = considered;
    const reason = one && reasonsIn(messagesOf([real.pack]))(one, 'us').texts['en-US'];
    expect(reason).toBe('Could be “Disease claim”, but this may be said of what is sold here.');
  });

  it('is considered where it is only mentioned', () => {
    const { findings, considered } = reading({ unlawful: 0.1, mentioned: { treats_disease: 0.9 } });
    expect(findings).toEqual([]);
    expect(considered).toMatchObject([{ ruleId: 'us.policy.treats-disease', because: 'mentioned' }]);
  });
});

describe('a finding of a phrase rule', () => {
  const text = 'This tonic cures gout.';
  const found = (sold: Record<string, number>) =>
    reading({ made: { treats_disease: 0.9 } }, sold, text).findings.find(({ source }) => source === 'rule');

  it('keeps its rule, and cites the law for what is certainly sold', () => {
    const [unknown, food] = [found({ food: 0.3, pet_good: 0.3 }), found({ food: 0.9 })];
    expect(food?.ruleId).toBe(unknown?.ruleId);
    const row = real.pack.rules.find(({ id }) => id === 'us.policy.disease.food');
    expect(legalRefOf(food?.wordingId)).toBe(legalRefOf(row?.wordingId));
    expect(legalRefOf(unknown?.wordingId)).not.toBe(legalRefOf(row?.wordingId));
  });
});

describe('a disguised claim', () => {
  it('is read as it is meant, and reported where it is written', () => {
    const text = 'A soft towel. It c*u*r*e*s gout, friend.';
    const say = (sentence: string): SampleSentence => ({
      unlawful: sentence.includes('cures') ? 0.99 : 0.1,
      topic: 'disease_claim',
      ...(sentence.includes('cures') ? { made: { treats_disease: 0.9 } } : {}),
    });
    const engine = { ...real, reader: sampleReader('us', say) };
    const selection = { platform: 'dtc_us', vertical: 'general' };
    const scanned = scanText(text, real);
    const read = readClaims(
      scanned,
      cuesOf(scanned, real.pack.grammar),
      engine,
      real.rulesFor(selection),
      selection,
      { found: [], lawful: [] },
    );
    expect(read.candidates.map(({ rule, span }) => [rule.id, text.slice(span.start, span.end)])).toEqual([
      ['us.policy.treats-disease', 'It c*u*r*e*s gout, friend'],
    ]);
    expect(read.probability).toBeCloseTo(0.99);
  });
});
