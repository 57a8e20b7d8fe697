import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Engine, engineOf } from '../evaluate/engine.ts';
import { evaluate } from '../evaluate/evaluate.ts';
import { loadPack } from '../load/pack-files.ts';
import { type SampleSentence, sampleReader } from '../reader/samples.ts';

const real = engineOf(loadPack(fileURLToPath(new URL('../../../../packs/us', import.meta.url))));
const options = { platform: 'dtc_us', vertical: 'general' };

const engineThatSays = (say: (sentence: string) => SampleSentence): Engine => ({
  ...real,
  reader: sampleReader('us', say),
});
const engineThatReports = (topic: string): Engine => engineThatSays(() => ({ unlawful: 0.99, topic }));

describe('a sentence that the reader reports', () => {
  it('is a finding of the learned rule of its topic, at the sentence', () => {
    const first = 'A linen towel from the mill by the old river that we wash twice before it leaves';
    const second = 'It holds a lot of water for a cloth so thin and dries before the next guest comes';
    const text = `${first}. ${second}.`;
    const { findings, riskLevel } = evaluate(text, engineThatReports('green_claim'), options);
    expect(findings.map(({ ruleId, source, matchedText }) => [ruleId, source, matchedText])).toEqual([
      ['us.green-claim.learned', 'model', first],
      ['us.green-claim.learned', 'model', second],
    ]);
    expect(real.pack.wordings.get(findings[0]?.wordingId ?? '')?.legalRef['en-US']).toContain('16 CFR 260.4');
    expect(riskLevel).toBe('medium');
  });

  it('is left out below the threshold of the site', () => {
    const engine = engineThatSays(() => ({ unlawful: 0.79, topic: 'green_claim' }));
    expect(evaluate('A linen towel.', engine, options).findings).toEqual([]);
  });

  it('is left out where a rule has found something', () => {
    const engine = engineThatReports('unsubstantiated_health');
    const { findings } = evaluate('This tonic cures gout.', engine, options);
    expect(findings.map(({ source }) => source)).toEqual(['rule']);
  });

  const bottle = 'The bottle is of brown glass from a maker in Ohio, with a cork.';
  it.each([
    ['a rule has found nothing and it is not certain', 0.9, [bottle]],
    ['no further: it is certain, and no neighbour colours it so much', 0.98, []],
  ])('is read by itself where %s', (_, unlawful, alone) => {
    const { reader, ...engine } = engineThatSays(() => ({ unlawful, topic: 'unsubstantiated_health' }));
    const read: string[] = [];
    const counting = reader && {
      ...reader,
      read: (text: string, ...rest: [readonly number[], string]) => {
        read.push(text.trim());
        return reader.read(text, ...rest);
      },
    };
    const text = `This tonic cures gout. ${bottle}`;
    evaluate(text, { ...engine, reader: counting }, options);
    expect(read).toEqual([text, ...alone]);
  });

  it('is left out where its topic has no learned rule, or none for the platform', () => {
    const towel =
      'A towel of linen and cotton that the mill by the river weaves on looms from before the war.';
    expect(evaluate(towel, engineThatReports('listing_title_promo'), options).findings).toEqual([]);
    const engine = engineThatReports('off_platform_contact');
    expect(evaluate(towel, engine, options).findings).toEqual([]);
    expect(evaluate(towel, engine, { ...options, platform: 'marketplace_us' }).findings).toHaveLength(1);
  });

  it('is reported at the clause of the words that carry the claim, when it is long', () => {
    const claim = 'and then it dries on a line in the sun';
    const long = `${'A towel of linen and cotton from a mill by the river, '.repeat(3)}${claim}.`;
    const engine = engineThatSays(() => ({ unlawful: 0.99, topic: 'green_claim', carries: 'dries' }));
    const [finding] = evaluate(long, engine, options).findings;
    expect(finding?.matchedText).toBe(claim);
  });
});
