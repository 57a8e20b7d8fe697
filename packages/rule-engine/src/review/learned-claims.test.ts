import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Classifier } from '../classifier/classifier.ts';
import { type Engine, engineOf } from '../evaluate/engine.ts';
import { evaluate } from '../evaluate/evaluate.ts';
import { loadPack } from '../load/pack-files.ts';

const real = engineOf(loadPack(fileURLToPath(new URL('../../../../packs/us', import.meta.url))));
const { classifier } = real;
if (!classifier) throw new Error('the pack has no weights');
const { parameters } = classifier;

/** The real pack with a classifier that reports every sentence, for one topic. */
function engineThatReports(topic: string, highest: 'start' | 'end' = 'end'): Engine {
  let score = 0;
  const reporting: Classifier = {
    parameters,
    predict: ({ segments }) => ({
      text: {
        probability: 0.5,
        isLawful: false,
        isClearlyLawful: false,
        isClearlyViolating: false,
        isLawfulAround: () => false,
        flaggedSentences: () => [],
      },
      sentences: Array.from({ length: segments }, () => ({ topic, probability: 0.99, isReported: true })),
    }),
    scoreWords: () => (highest === 'end' ? score++ : score--),
  };
  return { ...real, classifier: reporting };
}
const options = { platform: 'dtc_us', vertical: 'general' };

describe('a sentence that the classifier reports', () => {
  it('is a finding of the learned rule of its topic, at the sentence', () => {
    const text = 'A linen towel. It holds a lot of water.';
    const { findings, riskLevel } = evaluate(text, engineThatReports('green_claim'), options);
    expect(findings.map(({ ruleId, source, matchedText }) => [ruleId, source, matchedText])).toEqual([
      ['us.green-claim.learned', 'model', 'A linen towel'],
      ['us.green-claim.learned', 'model', 'It holds a lot of water'],
    ]);
    expect(real.pack.wordings.get(findings[0]?.wordingId ?? '')?.legalRef['en-US']).toContain('16 CFR 260.4');
    expect(riskLevel).toBe('medium');
  });

  it('is left out where a rule has found something', () => {
    const { findings } = evaluate(
      'This tonic cures gout.',
      engineThatReports('unsubstantiated_health'),
      options,
    );
    expect(findings.map(({ source }) => source)).toEqual(['rule']);
  });

  it('is left out where its topic has no learned rule, or none for the platform', () => {
    expect(evaluate('A towel.', engineThatReports('listing_title_promo'), options).findings).toEqual([]);
    const engine = engineThatReports('off_platform_contact');
    expect(evaluate('A towel.', engine, options).findings).toEqual([]);
    expect(evaluate('A towel.', engine, { ...options, platform: 'marketplace_us' }).findings).toHaveLength(1);
  });

  it('is cleared by the same turns of speech as a rule, and kept as considered', () => {
    const text = 'Anyone who says our towels heal the planet is selling you wax.';
    const { findings, considered } = evaluate(text, engineThatReports('green_claim'), options);
    expect(findings).toEqual([]);
    expect(considered).toContainEqual(
      expect.objectContaining({ ruleId: 'us.green-claim.learned', because: 'rejection' }),
    );
  });

  it('is cleared where a rule was cleared in its sentence', () => {
    const text = 'Our mug does not treat gout, whatever your cousin read.';
    expect(evaluate(text, engineThatReports('green_claim'), options).findings).toEqual([]);
  });

  it('is cleared by the frame around it, whatever the score of the frame itself', () => {
    const engine = engineThatReports('green_claim', 'start');
    expect(evaluate('What you will never read here: fit for the moon.', engine, options).findings).toEqual(
      [],
    );
    expect(evaluate('What you may well read here: fit for the moon.', engine, options).findings).toHaveLength(
      1,
    );
  });

  it('is reported at a clause when it is long', () => {
    const long = `${'A towel of linen and cotton from a mill by the river, '.repeat(3)}and then it dries on a line in the sun.`;
    const [finding] = evaluate(long, engineThatReports('green_claim'), options).findings;
    expect(finding?.matchedText.length).toBeLessThan(100);
  });
});
