import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { KeyFacts } from '../domain/api-key.ts';

export interface KeyCache {
  /** The facts of a key, undefined when there is no such key. Rejects when the store does not answer. */
  readonly find: (key: string) => Promise<KeyFacts | undefined>;
  /** A name for a key that could not be looked up, of no use to anybody who has not got the key. */
  readonly nameOf: (key: string) => string;
  /** Forgets a key on this replica, look-ups under way included. */
  readonly drop: (keyId: string) => void;
}

/** SHA-256 of a key: all that is ever kept of it. */
export const keyHashOf = (key: string): Buffer => hash('sha256', key, 'buffer');
const digestOf = (key: string): string => hash('sha256', key, 'base64url');

const keysMax = 20_000;
const strangersMax = 20_000;

/**
 * Keys as the last seconds knew them. Unknown keys have a cache of their own, so that guessing cannot push the known ones
 * out, and they may be cached as well: nobody can have asked for a key of 32 random bytes before it was made.
 * @param find the look-up by hash
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
    // A revocation that came meanwhile may be newer than what was read.
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
