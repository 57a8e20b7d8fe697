import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type KeyFacts, keyFault, keyInHeader, keyOf, keySecretBytes } from './api-key.ts';

const { key, prefix } = keyOf(randomBytes(keySecretBytes));

describe('a key', () => {
  it('is recognised in its header, and only four characters of its secret may be shown', () => {
    expect(keyInHeader(`Bearer ${key}`)).toBe(key);
    expect(keyInHeader(`bearer  ${key}`)).toBe(key);
    expect(key.startsWith(prefix)).toBe(true);
    expect(prefix).toHaveLength('svc_live_'.length + 4);
  });

  it.each([
    undefined,
    '',
    key,
    `Basic ${key}`,
    `Bearer ${key} ${key}`,
    'Bearer svc_live_short',
    `Bearer ${key.replace('live', 'test')}`,
    `Bearer ${key}!`,
    `Bearer svc_live_${'x'.repeat(4000)}`,
  ])('of another form is none: %s', (header) => {
    expect(keyInHeader(header)).toBeUndefined();
  });

  it('opens nothing from the moment it expires, or once it is revoked', () => {
    const facts: KeyFacts = {
      keyId: 'key_1',
      accountId: 'acct_1',
      siteId: 'us',
      expiresAtMs: 100,
      revoked: false,
    };
    expect(keyFault(facts, 99)).toBeUndefined();
    expect(keyFault(facts, 100)).toBe('expired');
    expect(keyFault({ ...facts, expiresAtMs: null }, 1e15)).toBeUndefined();
    expect(keyFault({ ...facts, revoked: true }, 0)).toBe('revoked');
  });
});
