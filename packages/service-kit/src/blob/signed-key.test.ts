import { describe, expect, it } from 'vitest';
import { encodeKey, isSignedKey, signKey } from './signed-key.ts';

const now = Date.UTC(2026, 0, 1);
const expires = now / 1_000 + 60;
const signed = signKey('secret', 'frames/a.jpg', expires);

describe('the signature of a key', () => {
  it('holds until it expires', () => {
    expect(isSignedKey('secret', 'frames/a.jpg', signed, now)).toBe(true);
    expect(isSignedKey('secret', 'frames/a.jpg', signed, expires * 1_000 - 1)).toBe(true);
    expect(isSignedKey('secret', 'frames/a.jpg', signed, expires * 1_000)).toBe(false);
  });

  it.each([
    ['another key', 'secret', 'frames/b.jpg', signed],
    ['another secret', 'other', 'frames/a.jpg', signed],
    ['a later expiry', 'secret', 'frames/a.jpg', { ...signed, expires: expires + 1 }],
    ['no number', 'secret', 'frames/a.jpg', { ...signed, expires: Number.NaN }],
    ['no signature', 'secret', 'frames/a.jpg', { ...signed, signature: '' }],
    ['a cut one', 'secret', 'frames/a.jpg', { ...signed, signature: signed.signature.slice(1) }],
  ])('does not hold for %s', (_, secret, key, given) => {
    expect(isSignedKey(secret, key, given, now)).toBe(false);
  });

  it('stands beside a path that leads back to the key', () => {
    const key = '产品/a b+c.jpg';
    expect(decodeURIComponent(encodeKey(key))).toBe(key);
    expect(encodeKey(key)).toMatch(/^[A-Za-z0-9%/.-]+$/);
  });
});
