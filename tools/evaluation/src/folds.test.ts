import { fileURLToPath } from 'node:url';
import { engineOf } from '@redline/rule-engine/evaluate';
import { loadPack } from '@redline/rule-engine/load';
import { describe, expect, it } from 'vitest';
import { disguisesFor } from './disguises.ts';
import { measureDisguises, measureLawful, reportOfFolds } from './folds.ts';

const engineFor = (site: string) =>
  engineOf(loadPack(fileURLToPath(new URL(`../../../packs/${site}`, import.meta.url))));
const us = engineFor('us');
const main = engineFor('main');
const general = disguisesFor(null, null, null);
const shop = { platform: 'dtc_us', vertical: 'supplement' };

describe('the measure of folds', () => {
  it('disguises what is found in plain words, each way by itself, and says whether the fold is named', () => {
    const copies = ['Our drops cure arthritis.', 'A linen towel.'].map((text) => ({ text, selection: shop }));
    const measured = measureDisguises(us, copies, general);
    const byName = new Map(measured.map((one) => [one.name, one]));
    for (const name of ['zero-width', 'homoglyph', 'leet', 'repeat', 'signs', 'emoji'])
      expect(byName.get(name), name).toMatchObject({
        found: { hits: 1, of: 1 },
        named: { hits: 1, of: 1 },
      });
  });

  it('knows a disguise that nothing sees through', () => {
    const backwards = {
      name: 'backwards',
      fold: 'separator',
      of: (word: string) => [...word].reverse().join(''),
    };
    const copies = [{ text: 'Our drops cure arthritis.', selection: shop }];
    expect(measureDisguises(us, copies, [backwards])).toMatchObject([{ found: { hits: 0, of: 1 } }]);
  });

  it('disguises Chinese by sound, by parts and by its other script', () => {
    const { sounds, language } = main.pack;
    const selection = {
      ...{ platform: 'shortvideo_a', industryVertical: 'health' },
      ...{ productVertical: 'creator', sceneMode: 'content' },
    };
    const copies = [{ text: '这款茶能治疗糖尿病，三天减肥十斤，点主页加微信', selection }];
    const names = disguisesFor(null, sounds, language.sounds)
      .filter((one) => measureDisguises(main, copies, [one])[0]?.found.hits === 1)
      .map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['traditional', 'split', 'pinyin beside', 'homophone', 'emoji', 'spaces']),
    );
  });

  it('counts lawful copy that nothing but a fold flags', () => {
    const copies = ['Our drops c.u.r.e arthritis.', 'Our drops cure arthritis.', 'A linen towel.'];
    const lawful = measureLawful(
      us,
      copies.map((text) => ({ text, selection: shop })),
    );
    expect(lawful).toEqual({ items: 3, flagged: 2, flaggedByFold: new Map([['separator', 1]]) });
    expect(reportOfFolds([], lawful).at(-1)).toMatch(/separator +1/);
  });
});
