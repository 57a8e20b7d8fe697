import { describe, expect, it } from 'vitest';
import { isExtensionOf } from './upload-kinds.ts';

describe('the extension of a file', () => {
  it.each([
    ['jpg', 'image/jpeg', true],
    ['jpeg', 'image/jpeg', true],
    ['png', 'image/jpeg', false],
    ['mov', 'image/png', false],
    ['heic', 'image/heif', true],
    // Phones give files of one format either name.
    ['mp4', 'video/quicktime', true],
    ['3gp', 'video/mp4', true],
    ['mp4', 'video/webm', false],
    ['webm', 'video/x-matroska', true],
    ['avi', 'video/mp4', false],
    ['bin', 'image/png', true],
    ['constructor', 'image/png', true],
  ])('.%s is one of %s: %s', (extension, type, expected) => {
    expect(isExtensionOf(extension, type)).toBe(expected);
  });
});
