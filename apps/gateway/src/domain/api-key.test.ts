import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  endAfterReroll,
  type KeyFacts,
  keyFault,
  keyInHeader,
  keyOf,
  keySecretBytes,
  modeOf,
  type RerollFacts,
  rerollFault,
} from './api-key.ts';

const { key, prefix } = keyOf(randomBytes(keySecretBytes), 'live');

describe('a key', () => {
  it('is recognised in its header, and only four characters of its secret may be shown', () => {
    expect(keyInHeader(`Bearer ${key}`)).toBe(key);
    expect(keyInHeader(`bearer  ${key}`)).toBe(key);
    expect(key.startsWith(prefix)).toBe(true);
    expect(prefix).toHaveLength('svc_live_'.length + 4);
  });

  it('says by its first characters, which are stored, whether it is one of test', () => {
    const test = keyOf(randomBytes(keySecretBytes), 'test');
    expect(test.key).toMatch(/^svc_test_/);
    expect(keyInHeader(`Bearer ${test.key}`)).toBe(test.key);
    expect([modeOf(test.prefix), modeOf(prefix)]).toEqual(['test', 'live']);
  });

  it.each([
    undefined,
    '',
    key,
    `Basic ${key}`,
    `Bearer ${key} ${key}`,
    'Bearer svc_live_short',
    `Bearer ${key.replace('live', 'demo')}`,
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
      mode: 'live',
      expiresAtMs: 100,
      revoked: false,
    };
    expect(keyFault(facts, 99)).toBeUndefined();
    expect(keyFault(facts, 100)).toBe('expired');
    expect(keyFault({ ...facts, expiresAtMs: null }, 1e15)).toBeUndefined();
    expect(keyFault({ ...facts, revoked: true }, 0)).toBe('revoked');
  });
});

describe('a re-roll', () => {
  const valid: RerollFacts = { mode: 'live', expiresAtMs: null, revoked: false, rerolledTo: null };

  it.each([
    ['that was revoked', { revoked: true }, /^the key key_1 is revoked; create a key$/],
    ['that has expired', { expiresAtMs: 100 }, /^the key key_1 has expired; create a key$/],
    [
      'that was re-rolled',
      { rerolledTo: 'key_2' },
      /re-rolled before, to key_2; .*re-roll key_2 with an overlap of 0/,
    ],
  ] as const)('of a key %s is refused with what to do', (_name, changed, sentence) => {
    expect(rerollFault('key_1', { ...valid, ...changed }, 100)).toMatch(sentence);
    expect(rerollFault('key_1', valid, 100)).toBeUndefined();
  });

  it('lets the old key work for the overlap, and never longer than it would have', () => {
    expect(endAfterReroll(null, 5_000, 60)).toBe(65_000);
    expect(endAfterReroll(100_000, 5_000, 60)).toBe(65_000);
    expect(endAfterReroll(6_000, 5_000, 60)).toBe(6_000);
    expect(endAfterReroll(null, 5_000, 0)).toBe(5_000);
  });
});
