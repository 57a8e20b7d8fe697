import type { ApiKey } from '../api/keys.ts';

/** What a key is good for. */
export type KeyState = 'active' | 'ends' | 'ended' | 'revoked';

/** Returns the state of a key; one that `ends` works until its `expiresAt`. */
export function stateOf({ revokedAt, expiresAt }: ApiKey, now: Date): KeyState {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt === null) return 'active';
  return new Date(expiresAt) <= now ? 'ended' : 'ends';
}

export const isUsable = (key: ApiKey, now: Date): boolean => ['active', 'ends'].includes(stateOf(key, now));

/** What is done with a key in a dialog. */
export type KeyAction = 'rename' | 'reroll' | 'revoke';
