import { describe, expect, it } from 'vitest';
import { blobKeyFault } from './blob-key.ts';

describe('a key', () => {
  it.each([
    'uploads/us/a1b2/photo.jpg',
    'a',
    'a b (1)+@,=!~&.PNG',
    '产品图片/夏季.jpg',
    'naïve/😀.webp',
    'a..b/c...',
  ])('%s is taken', (key) => {
    expect(blobKeyFault(key)).toBeUndefined();
  });

  it.each([
    ['nothing', '', /empty/],
    ['a way up', 'a/../b', /dot/],
    ['a way up at the start', '../b', /dot/],
    ['here', 'a/./b', /dot/],
    ['a hidden file', 'a/.htaccess', /dot/],
    ['an absolute path', '/etc/passwd', /slash/],
    ['two slashes', 'a//b', /slash/],
    ['a folder', 'a/', /slash/],
    ['a backslash', 'a\\..\\b', /\\/],
    ['an encoded way up', 'a/%2e%2e/b', /%/],
    ['a query', 'a?b', /\?/],
    ['a NUL', 'a\0b', /control/],
    ['a line break', 'a\nb', /control/],
    ['a mark that turns text around', 'a\u202egnp.exe', /control/],
    ['a lone surrogate', 'a\ud800', /Unicode/],
    ['a drive', 'C:/x', /:/],
    ['501 bytes', 'é'.repeat(251), /500 bytes/],
    ['a part that no file system takes', `a/${'x'.repeat(201)}`, /200 bytes/],
  ])('that holds %s is refused', (_, key, reason) => {
    expect(blobKeyFault(key)).toMatch(reason);
  });
});
