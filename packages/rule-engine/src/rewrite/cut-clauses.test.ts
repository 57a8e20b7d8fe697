import { describe, expect, it } from 'vitest';
import { chinese } from '../language/chinese.ts';
import { english } from '../language/english.ts';
import { indonesian } from '../language/indonesian.ts';
import type { Language } from '../language/language.ts';
import { cutClauses } from './cut-clauses.ts';
import { applyEdits } from './edit.ts';

/** Cuts what stands between ⟦ and ⟧, as a sentence or a title. */
const cut = (marked: string, { connectives }: Language, isTitle = false): string | null => {
  const risk = { start: marked.indexOf('⟦'), end: marked.indexOf('⟧') - 1 };
  const text = marked.replace(/[⟦⟧]/g, '');
  const sentence = { start: 0, end: text.length, isTitle, risks: [risk], cores: [risk] };
  const edits = cutClauses(text, sentence, connectives);
  return edits && applyEdits(text, edits);
};

describe('a clause goes alone where a sentence is left', () => {
  it.each([
    ['质地轻薄，⟦根治湿疹⟧，好推开。', '质地轻薄，好推开。'],
    ['⟦根治湿疹⟧，而且质地轻薄好推开。', '质地轻薄好推开。'],
    ['质地轻薄好推开，⟦根治湿疹⟧。', '质地轻薄好推开。'],
    ['喝了半个月，⟦血糖降下来了⟧，一盒三十袋无糖。', '一盒三十袋无糖。'],
    ['⟦根治湿疹⟧，让你安心睡觉，一瓶装质地轻薄。', '一瓶装质地轻薄。'],
    ['老板在直播里说了：⟦一等奖价值二十万⟧，到店领取纪念品。', '老板在直播里说了：到店领取纪念品。'],
  ])('Chinese: %s', (marked, after) => {
    expect(cut(marked, chinese)).toBe(after);
  });

  it.each([
    ['It comes with a lid, ⟦a cure for gout⟧, and a strap.', 'It comes with a lid, and a strap.'],
    ['It comes with a lid, a strap, ⟦and a cure for gout⟧.', 'It comes with a lid, and a strap.'],
    ['The towel is woven in Portugal, ⟦so it cures gout⟧.', 'The towel is woven in Portugal.'],
    ['The towel is woven in Portugal (⟦and cures gout⟧).', 'The towel is woven in Portugal.'],
    ['⟦Our towel cures gout⟧, and it is woven in Portugal.', 'It is woven in Portugal.'],
    ['Soft PU-coated polyester that ⟦never cracks⟧.', 'Soft PU-coated polyester.'],
    ['It smells of cedar and ⟦cures gout⟧.', 'It smells of cedar.'],
  ])('English: %s', (marked, after) => {
    expect(cut(marked, english)).toBe(after);
  });

  it('Indonesian', () => {
    expect(cut('Bahannya adem, ⟦menyembuhkan eksim⟧, dan mudah dicuci.', indonesian)).toBe(
      'Bahannya adem, dan mudah dicuci.',
    );
  });

  it('and so does a segment of a title', () => {
    expect(cut('Pan Set 3 Pc, ⟦Cures Gout⟧, Lids', english, true)).toBe('Pan Set 3 Pc, Lids');
    expect(cut('⟦今日破价⟧ 羊毛大衣 驼色', chinese, true)).toBe('羊毛大衣 驼色');
  });
});

describe('the sentence goes where a clause of it would be left hanging', () => {
  it.each([
    'If you have gout, ⟦our tea ends it⟧.',
    'Made from rice, ⟦this soap cures eczema⟧.',
    '⟦Our tea cures gout⟧, by the way.',
    'They say that it ⟦cures gout⟧.',
  ])('%s', (marked) => {
    expect(cut(marked, english)).toBeNull();
  });

  it('a quotation is not split', () => {
    expect(cut('她说“⟦根治湿疹⟧，好推开”。', chinese)).toBeNull();
  });
});
