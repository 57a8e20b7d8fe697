import { describe, expect, it } from 'vitest';
import { chinese } from '../language/chinese.ts';
import { english } from '../language/english.ts';
import { apart, applyEdits, fitted } from './edit.ts';

describe('edits', () => {
  it('leave everything outside them, and no blank at an end that they cut to', () => {
    const text = 'Soft.  Warm. Cures gout.';
    expect(applyEdits(text, [{ start: 13, end: 24, with: '' }])).toBe('Soft.  Warm.');
    expect(applyEdits(' Soft. Warm.', [{ start: 7, end: 12, with: 'Dry.' }])).toBe(' Soft. Dry.');
  });

  it('leave no mark of what went where a sentence begins', () => {
    const cut = (text: string, words: string) =>
      applyEdits(text, [{ start: text.indexOf(words), end: text.indexOf(words) + words.length, with: '' }]);
    expect(cut('Best ever. Salt, chili.', 'Best ever')).toBe('Salt, chili.');
    expect(cut('旧电脑。傻子别来，公告里写着。', '傻子别来')).toBe('旧电脑。公告里写着。');
    expect(cut('Soft. Now .5 l, boxed.', 'Now ')).toBe('Soft. .5 l, boxed.');
  });

  it('that overlap become one cut, or the first', () => {
    const cut = (start: number, end: number) => ({ start, end, with: '' });
    expect(apart([cut(4, 8), cut(0, 5)])).toEqual([cut(0, 8)]);
    expect(apart([cut(0, 8), { start: 2, end: 3, with: 'x' }])).toEqual([cut(0, 8)]);
  });
});

describe('a replacement is written as what stood there', () => {
  it.each([
    ['⟦Best⟧ towel', 'a soft', 'A soft towel'],
    ['A Towel ⟦Best⟧ of All', 'soft', 'A Towel Soft of All'],
    ['BUY ⟦THE BEST⟧ TOWEL', 'a soft', 'BUY A SOFT TOWEL'],
    ['It is a ⟦miracle⟧.', 'everyday towel', 'It is an everyday towel.'],
  ])('%j with %j → %j', (marked, said, after) => {
    const start = marked.indexOf('⟦');
    const end = marked.indexOf('⟧') - 1;
    const text = marked.replace(/[⟦⟧]/g, '');
    const edit = fitted(text, { start, end, with: said }, english.connectives);
    expect(applyEdits(text, [edit])).toBe(after);
  });

  it('in Chinese as it is', () => {
    expect(fitted('最好用的杯子', { start: 0, end: 3, with: '很好用' }, chinese.connectives).with).toBe(
      '很好用',
    );
  });
});
