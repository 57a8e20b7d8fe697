import { describe, expect, it } from 'vitest';
import type { KeyFacts } from '../domain/api-key.ts';
import { createKeyCache, keyHashOf } from './key-cache.ts';

const facts: KeyFacts = {
  keyId: 'key_1',
  accountId: 'acct_1',
  siteId: 'us',
  mode: 'live',
  expiresAtMs: null,
  revoked: false,
};

/** A store with one key that answers when it is told to. */
function slowStore() {
  const state = { facts, lookUps: 0 };
  let open: () => void = () => undefined;
  const find = async (hash: Buffer) => {
    state.lookUps += 1;
    const found = hash.equals(keyHashOf('known')) ? state.facts : undefined;
    await new Promise<void>((resolve) => {
      open = resolve;
    });
    return found;
  };
  return { state, find, answer: () => open() };
}

describe('cached keys', () => {
  it('are looked up once for many requests at the same time, and not again', async () => {
    const store = slowStore();
    const cache = createKeyCache(store.find, 10_000);
    const found = Promise.all([cache.find('known'), cache.find('known')]);
    store.answer();
    expect(await found).toEqual([facts, facts]);
    expect(await cache.find('known')).toEqual(facts);
    expect(store.state.lookUps).toBe(1);
  });

  it('are forgotten when they are revoked, also while they are being looked up', async () => {
    const store = slowStore();
    const cache = createKeyCache(store.find, 10_000);
    const early = cache.find('known');
    cache.drop('key_1');
    store.answer();
    await early;
    store.state.facts = { ...facts, revoked: true };
    const late = cache.find('known');
    store.answer();
    expect((await late)?.revoked).toBe(true);
  });

  it('never remember that the store did not answer', async () => {
    let fails = true;
    const cache = createKeyCache(async () => {
      if (fails) throw new Error('connection refused');
      return facts;
    }, 10_000);
    await expect(cache.find('known')).rejects.toThrow('connection refused');
    fails = false;
    expect(await cache.find('known')).toEqual(facts);
  });
});
