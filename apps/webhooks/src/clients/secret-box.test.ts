import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSecretBox, newSigningSecret } from './secret-box.ts';

const [first, second] = ['first', 'second'].map((name) => ({ name, key: randomBytes(32) }));
if (!first || !second) throw new Error('no keys');
const box = createSecretBox([first]);
const secret = newSigningSecret();

describe('a sealed secret', () => {
  it('is opened for its owner alone, and is never the same twice', () => {
    const sealed = box.seal(secret, 'endpoint_1');
    expect(sealed).not.toContain(secret.slice(6));
    expect(box.open(sealed, 'endpoint_1')).toBe(secret);
    expect(box.seal(secret, 'endpoint_1')).not.toBe(sealed);
    expect(() => box.open(sealed, 'endpoint_2')).toThrow();
  });

  it('that was changed in one bit is not opened', () => {
    const sealed = box.seal(secret, 'endpoint_1');
    const bytes = Buffer.from(sealed.slice(6), 'base64');
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    expect(() => box.open(`first:${bytes.toString('base64')}`, 'endpoint_1')).toThrow();
  });

  it('is opened after another key has come before its own, and by no box without it', () => {
    const sealed = box.seal(secret, 'endpoint_1');
    const rotated = createSecretBox([second, first]);
    expect(rotated.open(sealed, 'endpoint_1')).toBe(secret);
    expect(rotated.isOutdated(sealed)).toBe(true);
    expect(rotated.isOutdated(rotated.seal(secret, 'endpoint_1'))).toBe(false);
    expect(() => createSecretBox([second]).open(sealed, 'endpoint_1')).toThrow(/key first/);
  });
});
