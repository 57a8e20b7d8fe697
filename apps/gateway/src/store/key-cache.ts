import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { KeyFacts } from '../domain/api-key.ts';

export interface KeyCache {
  /** Finds a key; undefined if there is no such key. Rejects if the store does not answer. */
  readonly find: (key: string) => Promise<KeyFacts | undefined>;
  /** Returns a name for a key that could not be looked up: a part of its hash. */
  readonly nameOf: (key: string) => string;
  /** Removes a key from the cache of this replica, pending look-ups included. */
  readonly drop: (keyId: string) => void;
}

/** Returns the SHA-256 of a key, the only part of it that is stored. */
export const keyHashOf = (key: string): Buffer => hash('sha256', key, 'buffer');
const digestOf = (key: string): string => hash('sha256', key, 'base64url');

const keysMax = 20_000;
const strangersMax = 20_000;

/**
 * Creates a cache of keys. Unknown keys have a cache of their own, so that guesses cannot evict known ones. They can be
 * cached, since no client can send a key of 32 random bytes before it is issued.
 * @param find looks a key up by its hash
 * @param ttlMs from the look-up, not from the last use; 10 s at most
 */
export function createKeyCache(
  find: (hash: Buffer) => Promise<KeyFacts | undefined>,
  ttlMs: number,
): KeyCache {
  const known = new LRUCache<string, KeyFacts>({ max: keysMax, ttl: ttlMs });
  const strangers = new LRUCache<string, true>({ max: strangersMax, ttl: ttlMs });
  const pending = new Map<string, Promise<KeyFacts | undefined>>();
  let drops = 0;

  const look = async (digest: string) => {
    const dropsBefore = drops;
    const facts = await find(Buffer.from(digest, 'base64url'));
    // A revocation in the meantime may be newer than the row that was read.
    if (drops !== dropsBefore) return facts;
    if (facts) known.set(digest, facts);
    else strangers.set(digest, true);
    return facts;
  };

  return {
    async find(key) {
      const digest = digestOf(key);
      const facts = known.get(digest);
      if (facts) return facts;
      if (strangers.has(digest)) return undefined;
      const running = pending.get(digest);
      if (running) return running;
      const looking = look(digest).finally(() => {
        if (pending.get(digest) === looking) pending.delete(digest);
      });
      pending.set(digest, looking);
      return looking;
    },
    nameOf: (key) => digestOf(key).slice(0, 16),
    drop(keyId) {
      drops += 1;
      pending.clear();
      for (const [digest, facts] of known.entries()) if (facts.keyId === keyId) known.delete(digest);
    },
  };
}
