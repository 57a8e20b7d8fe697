import { indonesia, mainSite } from '@redline/contracts';
import { describe, expect, it } from 'vitest';
import { passageSelection, selectionOf, wordsIn } from './place.ts';
import { customMatcher } from './words/custom-words.ts';

describe('where a text is published', () => {
  it('is platform and vertical on an international site', () => {
    const place = { platform: 'dtc_us', vertical: 'beauty', productVertical: null, sceneMode: null };
    expect(selectionOf(place)).toEqual({ platform: 'dtc_us', vertical: 'beauty' });
  });

  it('is platform, industry, product line and scene on the main site', () => {
    const place = { platform: 'shortvideo_a', vertical: 'food' } as const;
    expect(selectionOf({ ...place, productVertical: 'touliu', sceneMode: 'ad' })).toEqual({
      platform: 'shortvideo_a',
      industryVertical: 'food',
      productVertical: 'touliu',
      sceneMode: 'ad',
    });
  });

  it('decides which words are looked for: the general ones and those of its product line', () => {
    const word = { matchType: 'keyword', replacement: null, note: null } as const;
    const matcher = customMatcher([
      { ...word, word: '云朵', library: 'general' },
      { ...word, word: '星河', library: 'creator' },
      { ...word, word: '冬日', library: 'duanju' },
    ]);
    const found = (productVertical: 'creator' | 'duanju' | 'touliu' | null) =>
      wordsIn(matcher, { productVertical })('星河云朵冬日').map(({ matchedText }) => matchedText);
    expect(found('creator')).toEqual(['星河', '云朵']);
    expect(found('duanju')).toEqual(['云朵', '冬日']);
    expect(found('touliu')).toEqual(['云朵']);
    expect(found(null)).toEqual(['云朵']);
  });
});

describe('where a passage stands', () => {
  const place = { platform: 'shortvideo_id', vertical: 'general', productVertical: null, sceneMode: null };

  it('is its platform and vertical when it was heard, and every vertical where it has none', () => {
    expect(passageSelection(indonesia, 'voiceover', { ...place, vertical: 'food' })).toEqual({
      medium: 'voiceover',
      platform: 'shortvideo_id',
      vertical: 'food',
    });
    expect(passageSelection(indonesia, 'voiceover', place)).toEqual({
      medium: 'voiceover',
      platform: 'shortvideo_id',
      vertical: undefined,
    });
  });

  it('is every platform and vertical on a picture', () => {
    expect(passageSelection(indonesia, 'picture', { ...place, vertical: 'food' })).toEqual({
      medium: 'picture',
      platform: undefined,
      vertical: undefined,
    });
  });

  it('is a product line and scene on the main site, an advertisement in its line', () => {
    const scene = (productVertical: string | null, sceneMode: string | null) =>
      passageSelection(mainSite, 'picture', { ...place, productVertical, sceneMode });
    expect(scene(null, null)).toMatchObject({ productVertical: 'creator', sceneMode: 'content' });
    expect(scene('touliu', null)).toMatchObject({ productVertical: 'touliu', sceneMode: 'ad' });
    expect(scene('touliu', 'content')).toMatchObject({ sceneMode: 'content' });
  });
});
