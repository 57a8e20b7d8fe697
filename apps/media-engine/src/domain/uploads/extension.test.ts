import { describe, expect, it } from 'vitest';
import { extensionOf } from './extension.ts';

describe('the extension of a file name', () => {
  it.each([
    ['photo.JPG', 'jpg'],
    ['产品.图.mp4', 'mp4'],
    ['../../etc/x.png', 'png'],
    ['photo', undefined],
    ['.jpg', undefined],
    ['photo.', undefined],
    ['photo.jp/g', undefined],
    ['a.html?x=.jp%67', undefined],
    ['a.abcdefghijk', undefined],
  ])('%s: %s', (filename, extension) => {
    expect(extensionOf(filename)).toBe(extension);
  });
});
