import { describe, expect, it } from 'vitest';
import { boxOf } from './boxes.ts';

const fit = { page: { width: 1_080, height: 540 }, picture: { width: 4_000, height: 2_000 } };

describe('a box', () => {
  it('is in pixels of the picture, whatever size the page was read in', () => {
    expect(boxOf({ left: 540, top: 270, right: 810, bottom: 297 }, fit)).toEqual({
      ...{ x: 2_000, y: 1_000 },
      ...{ width: 1_000, height: 100 },
    });
  });

  it('holds the whole place, in whole pixels', () => {
    const same = { page: fit.page, picture: fit.page };
    expect(boxOf({ left: 10.4, top: 9.6, right: 20.2, bottom: 20 }, same)).toEqual({
      ...{ x: 10, y: 9, width: 11, height: 11 },
    });
  });

  it('lies within the picture, and has a pixel at least', () => {
    expect(boxOf({ left: -20, top: -5, right: 1_200, bottom: 600 }, fit)).toEqual({
      ...{ x: 0, y: 0, width: 4_000, height: 2_000 },
    });
    expect(boxOf({ left: 1_090, top: 10, right: 1_095, bottom: 10 }, fit)).toMatchObject({
      ...{ x: 3_999, width: 1, height: 1 },
    });
  });
});
