import type { PictureBox } from '@redline/contracts';

const shared = (aStart: number, aLength: number, bStart: number, bLength: number): number =>
  (Math.min(aStart + aLength, bStart + bLength) - Math.max(aStart, bStart)) / Math.min(aLength, bLength);

/** Returns the share of the smaller height that two boxes have in common; negative if one is above the other. */
export const sharedHeight = (a: PictureBox, b: PictureBox): number => shared(a.y, a.height, b.y, b.height);

/** Returns the share of the smaller width that two boxes have in common; negative if one is beside the other. */
export const sharedWidth = (a: PictureBox, b: PictureBox): number => shared(a.x, a.width, b.x, b.width);

/** Tells whether two lines are at the same place, as far as readings of one line agree about it. */
export const isSamePlace = (a: PictureBox, b: PictureBox): boolean =>
  sharedHeight(a, b) > 0.5 && sharedWidth(a, b) > 0.5;

/** Tells whether two lines are written in letters of about one size. */
export const isSameSize = (a: PictureBox, b: PictureBox): boolean =>
  Math.max(a.height, b.height) <= 1.6 * Math.min(a.height, b.height);
