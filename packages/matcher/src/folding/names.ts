import type { Fold } from '../types.ts';

/** All folds; the position of a fold is its bit. */
export const FOLDS: readonly Fold[] = [
  'case',
  'width',
  'compatibility',
  'zero-width',
  'combining',
  'homoglyph',
  'leet',
  'separator',
  'repeat',
  'traditional',
];

export const CASE = 1 << 0;
export const WIDTH = 1 << 1;
export const COMPATIBILITY = 1 << 2;
export const ZERO_WIDTH = 1 << 3;
export const COMBINING = 1 << 4;
export const HOMOGLYPH = 1 << 5;
export const LEET = 1 << 6;
export const SEPARATOR = 1 << 7;
export const REPEAT = 1 << 8;
export const TRADITIONAL = 1 << 9;
export const ALL_FOLDS = (1 << 10) - 1;

/** The names of a match's `folds`, in the order of `FOLDS`. */
export function foldNames(bits: number): Fold[] {
  return FOLDS.filter((_, bit) => (bits >> bit) & 1);
}

/** The bit set of some folds, to compare with a match's `folds`. */
export function foldBits(folds: readonly Fold[]): number {
  return folds.reduce((bits, fold) => bits | (1 << FOLDS.indexOf(fold)), 0);
}
