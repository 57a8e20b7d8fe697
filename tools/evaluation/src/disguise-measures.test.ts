import { describe, expect, it } from 'vitest';
import { measureDisguises, measureLawful } from './disguise-measures.ts';
import { disguiseReport } from './disguise-report.ts';
import { disguisesFor } from './disguises.ts';
import { engineFor } from './site-folders.ts';

const us = engineFor('us');
const main = engineFor('main');
const general = disguisesFor(null, null, null);
const shop = { platform: 'dtc_us', vertical: 'supplement' };

describe('the measures of disguises', () => {
  it('disguise what is found in plain words, each way by itself, and count findings that name the fold', () => {
    const texts = ['Our drops cure arthritis.', 'A linen towel.'].map((text) => ({ text, selection: shop }));
    const measured = measureDisguises(us, texts, general);
    const byName = new Map(measured.map((one) => [one.name, one]));
    for (const name of ['zero-width', 'homoglyph', 'leet', 'repeat', 'signs', 'emoji'])
      expect(byName.get(name), name).toMatchObject({
        found: { count: 1, total: 1 },
        named: { count: 1, total: 1 },
      });
  });

  it('count a disguise that no fold undoes', () => {
    const backwards = {
      name: 'backwards',
      fold: 'separator',
      apply: (word: string) => [...word].reverse().join(''),
    };
    const texts = [{ text: 'Our drops cure arthritis.', selection: shop }];
    expect(measureDisguises(us, texts, [backwards])).toMatchObject([{ found: { count: 0, total: 1 } }]);
  });

  it('disguise Chinese by sound, by parts and by its other script', () => {
    const { sounds, language } = main.pack;
    const selection = {
      platform: 'shortvideo_a',
      industryVertical: 'health',
      productVertical: 'creator',
      sceneMode: 'content',
    };
    const texts = [{ text: '这款茶能治疗糖尿病，三天减肥十斤，点主页加微信', selection }];
    const names = disguisesFor(null, sounds, language.sounds)
      .filter((one) => measureDisguises(main, texts, [one])[0]?.found.count === 1)
      .map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['traditional', 'split', 'pinyin beside', 'homophone', 'emoji', 'spaces']),
    );
  });

  it('count lawful texts that nothing but a fold flags', () => {
    const texts = ['Our drops c.u.r.e arthritis.', 'Our drops cure arthritis.', 'A linen towel.'];
    const lawful = measureLawful(
      us,
      texts.map((text) => ({ text, selection: shop })),
    );
    expect(lawful).toEqual({ items: 3, flagged: 2, flaggedByFold: new Map([['separator', 1]]) });
    expect(disguiseReport([], lawful).at(-1)).toMatch(/separator +1/);
  });
});
