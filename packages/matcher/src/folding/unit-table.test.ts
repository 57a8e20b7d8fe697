import { expect, describe as group, it } from 'vitest';
import { ALL_FOLDS, foldBits } from './names.ts';
import { describe, plainEntry } from './unit-table.ts';

group('the entry of a unit of the large blocks', () => {
  it.each([
    ['all folds', ALL_FOLDS],
    ['traditional alone', foldBits(['traditional'])],
    ['none', 0],
  ])('is what a close look at the unit says, with %s', (_, folds) => {
    const others: number[] = [];
    for (let unit = 0; unit < 0x10000; unit++) {
      const plain = plainEntry(unit, folds);
      if (plain === 0) continue;
      const [entry, ...more] = describe(String.fromCharCode(unit), folds);
      if (entry !== plain || more.length > 0) others.push(unit);
    }
    expect(others).toEqual([]);
  });
});
