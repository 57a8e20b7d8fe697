import { expect, it } from 'vitest';
import { correctZeros } from './correct-zeros.ts';

it.each([
  ['1oo% guaranteed', '100% guaranteed'],
  ['Vitamin C 5oo mg', 'Vitamin C 500 mg'],
  ['Rp30.ooo', 'Rp30.000'],
  ['H2O, no. 1, Oslo, 4over, 2.o', 'H2O, no. 1, Oslo, 4over, 2.o'],
])('corrects zeros in numbers alone: %s', (text, corrected) => {
  expect(correctZeros(text)).toBe(corrected);
});
