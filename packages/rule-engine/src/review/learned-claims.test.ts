import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Classifier } from '../classifier/classifier.ts';
import { type Engine, engineOf, evaluate } from '../evaluate/evaluate.ts';
import { loadPack } from '../load/pack-files.ts';

const real = engineOf(loadPack(fileURLToPath(new URL('../../../../packs/us', import.meta.url))));
const { classifier } = real;
if (!classifier) throw new Error('the pack has no weights');
const { header } = classifier;

/** The real pack with a classifier that speaks of one topic in every sentence. */
function engineThatHears(topic: string, loudest: 'start' | 'end' = 'end'): Engine {
  let weight = 0;
  const heard: Classifier = {
    header,
    judge: ({ units }) => ({
      text: {
        probability: 0.5,
        isLawful: false,
        isSurelyLawful: false,
        isSure: false,
        isLawfulAround: () => false,
        accused: () => [],
      },
      sentences: Array.from({ length: units }, () => ({ topic, probability: 0.99, speaks: true })),
    }),
    weigh: () => (loudest === 'end' ? weight++ : weight--),
  };
  return { ...real, classifier: heard };
}
const options = { platform: 'dtc_us', vertical: 'general' };

describe('what the learned reviewer finds', () => {
  it('is spoken for by the learned rule of its topic, at the sentence', () => {
    const text = 'A linen towel. It holds a lot of water.';
    const { findings, riskLevel } = evaluate(text, engineThatHears('green_claim'), options);
    expect(findings.map(({ ruleId, source, matchedText }) => [ruleId, source, matchedText])).toEqual([
      ['us.green-claim.learned', 'model', 'A linen towel'],
      ['us.green-claim.learned', 'model', 'It holds a lot of water'],
    ]);
    expect(findings[0]?.wording.legalRef['en-US']).toContain('16 CFR 260.4');
    expect(riskLevel).toBe('medium');
  });

  it('is silent where a rule has spoken already', () => {
    const { findings } = evaluate(
      'This tonic cures gout.',
      engineThatHears('unsubstantiated_health'),
      options,
    );
    expect(findings.map(({ source }) => source)).toEqual(['rule']);
  });

  it('is silent where its topic has no learned rule, or none for the platform', () => {
    expect(evaluate('A towel.', engineThatHears('listing_title_promo'), options).findings).toEqual([]);
    const engine = engineThatHears('off_platform_contact');
    expect(evaluate('A towel.', engine, options).findings).toEqual([]);
    expect(evaluate('A towel.', engine, { ...options, platform: 'marketplace_us' }).findings).toHaveLength(1);
  });

  it('is taken back by the same turns of speech as a rule, and kept as considered', () => {
    const text = 'Anyone who says our towels heal the planet is selling you wax.';
    const { findings, considered } = evaluate(text, engineThatHears('green_claim'), options);
    expect(findings).toEqual([]);
    expect(considered).toContainEqual(
      expect.objectContaining({ ruleId: 'us.green-claim.learned', because: 'rejection' }),
    );
  });

  it('is taken back where a rule was taken back in its sentence', () => {
    const text = 'Our mug does not treat gout, whatever your cousin read.';
    expect(evaluate(text, engineThatHears('green_claim'), options).findings).toEqual([]);
  });

  it('is taken back by the frame around it, however loud the frame itself is', () => {
    const engine = engineThatHears('green_claim', 'start');
    expect(evaluate('What you will never read here: fit for the moon.', engine, options).findings).toEqual(
      [],
    );
    expect(evaluate('What you may well read here: fit for the moon.', engine, options).findings).toHaveLength(
      1,
    );
  });

  it('shows a clause of a long sentence', () => {
    const long = `${'A towel of linen and cotton from a mill by the river, '.repeat(3)}and then it dries on a line in the sun.`;
    const [finding] = evaluate(long, engineThatHears('green_claim'), options).findings;
    expect(finding?.matchedText.length).toBeLessThan(100);
  });
});
