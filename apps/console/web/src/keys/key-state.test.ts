import { describe, expect, it } from 'vitest';
import type { ApiKey } from '../api/keys.ts';
import { isUsable, stateOf } from './key-state.ts';

const key: ApiKey = {
  id: 'key_1',
  name: 'Shop',
  siteId: 'us',
  mode: 'live',
  prefix: 'svc_live_Ab',
  createdAt: '2026-01-01T00:00:00Z',
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
  rerolledTo: null,
};
const now = new Date('2026-02-01T00:00:00Z');

describe('the state of a key', () => {
  it.each([
    [{}, 'active', true],
    [{ expiresAt: '2026-02-01T00:00:01Z' }, 'ends', true],
    [{ expiresAt: '2026-02-01T00:00:00Z' }, 'ended', false],
    [{ revokedAt: '2026-01-02T00:00:00Z', expiresAt: '2026-03-01T00:00:00Z' }, 'revoked', false],
  ] as const)('%j: %s', (fields, state, usable) => {
    expect(stateOf({ ...key, ...fields }, now)).toBe(state);
    expect(isUsable({ ...key, ...fields }, now)).toBe(usable);
  });
});
