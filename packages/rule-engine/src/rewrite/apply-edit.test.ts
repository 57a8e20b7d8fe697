import { describe, expect, it } from 'vitest';
import { chinese } from '../language/chinese.ts';
import { english } from '../language/english.ts';
import { indonesian } from '../language/indonesian.ts';
import type { Language } from '../language/language.ts';
import { applyEdit } from './apply-edit.ts';

/** Leaves out, or says as `said`, what stands between square brackets. */
function changed(marked: string, language: Language, said = ''): string {
  const start = marked.indexOf('⟦');
  const end = marked.indexOf('⟧') - 1;
  const text = marked.replace(/[⟦⟧]/g, '');
  return applyEdit(text, { start, end, with: said }, language.connectives).text;
}

describe('the text around a cut reads on', () => {
  it.each([
    ['A soft towel⟦, the best there is⟧.', 'A soft towel.'],
    ['⟦Cures gout⟧, and it smells nice.', 'It smells nice.'],
    ['It smells nice, ⟦cures gout⟧.', 'It smells nice.'],
    ['Soft, ⟦miraculous⟧, warm.', 'Soft, warm.'],
    ['Soft and ⟦miraculous⟧.', 'Soft.'],
    ['A towel (⟦cures gout⟧) in grey.', 'A towel in grey.'],
    ['Two sizes: ⟦cures gout⟧', 'Two sizes'],
    ['Nice.\n- ⟦Cures gout⟧\n- Soft', 'Nice.\n- Soft'],
    ['Nice. ⟦Cures gout.⟧ Order now.', 'Nice. Order now.'],
    ['An ⟦amazing ⟧towel', 'A towel'],
    ['Pan Set⟦!!!⟧, With Lids', 'Pan Set, With Lids'],
    ['It smells nice, ⟦and cures gout.⟧ Order now.', 'It smells nice. Order now.'],
  ])('%j → %j', (marked, after) => {
    expect(changed(marked, english)).toBe(after);
  });

  it.each([
    ['质地轻薄，⟦根治湿疹⟧，好推开。', '质地轻薄，好推开。'],
    ['⟦根治湿疹⟧，而且好推开。', '好推开。'],
    ['质地轻薄，⟦根治湿疹⟧。', '质地轻薄。'],
    ['⟦根治湿疹⟧，还是很好推开。', '还是很好推开。'],
    ['⟦根治湿疹⟧，不过全额退款。', '不过全额退款。'],
    ['她说：“⟦根治湿疹⟧，好推开。”', '她说：“好推开。”'],
    ['质地轻薄（⟦根治湿疹⟧）好推开', '质地轻薄好推开'],
  ])('%j → %j', (marked, after) => {
    expect(changed(marked, chinese)).toBe(after);
  });

  it('in Indonesian', () => {
    expect(changed('Wangi lembut dan ⟦menyembuhkan eksim⟧.', indonesian)).toBe('Wangi lembut.');
    expect(changed('⟦Menyembuhkan eksim⟧, wanginya lembut.', indonesian)).toBe('Wanginya lembut.');
  });
});

describe('what is said instead is written as what stood there', () => {
  it.each([
    ['⟦Best⟧ towel', 'a soft', 'A soft towel'],
    ['BUY ⟦THE BEST⟧ TOWEL', 'a soft', 'BUY A SOFT TOWEL'],
    ['It is a ⟦miracle⟧.', 'everyday towel', 'It is an everyday towel.'],
  ])('%j with %j → %j', (marked, said, after) => {
    expect(changed(marked, english, said)).toBe(after);
  });
});
