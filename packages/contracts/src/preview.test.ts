import { describe, expect, it } from 'vitest';
import { previewOf } from './preview.ts';

describe('a preview', () => {
  it.each([
    ['a short text', 'short', 'short'],
    ['exactly 100 units', 'x'.repeat(100), 'x'.repeat(100)],
    ['101 units', 'x'.repeat(101), 'x'.repeat(100)],
    ['a pair that ends at the limit', `${'x'.repeat(98)}😀y`, `${'x'.repeat(98)}😀`],
    ['a pair across the limit', `${'x'.repeat(99)}😀y`, 'x'.repeat(99)],
    ['nothing but pairs', '😀'.repeat(60), '😀'.repeat(50)],
  ])('of %s', (_, text, preview) => {
    expect(previewOf(text)).toBe(preview);
    expect(previewOf(text).isWellFormed()).toBe(true);
  });
});
