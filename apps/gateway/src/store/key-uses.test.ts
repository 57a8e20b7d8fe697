import { describe, expect, it } from 'vitest';
import { createKeyUses } from './key-uses.ts';

function setUp(options: { readonly keysMax?: number } = {}) {
  const stored: ReadonlyMap<string, number>[] = [];
  const clock = { ms: 1_000 };
  const store = { fails: false, during: () => {} };
  const uses = createKeyUses({
    async store(usedAtMs) {
      store.during();
      if (store.fails) throw new Error('no database');
      stored.push(usedAtMs);
    },
    now: () => clock.ms,
    ...options,
  });
  return { uses, stored, clock, store };
}

describe('the last uses of keys', () => {
  it('are written once each, however often a key was used; without uses nothing is written', async () => {
    const { uses, stored, clock } = setUp();
    for (let request = 0; request < 1_000; request += 1) {
      clock.ms += 1;
      uses.note('key_1');
    }
    expect(stored).toEqual([]);
    await uses.write();
    await uses.write();
    expect(stored).toEqual([new Map([['key_1', 2_000]])]);
  });

  it('that come during a write go with the next one', async () => {
    const { uses, stored, clock, store } = setUp();
    uses.note('key_1');
    store.during = () => {
      clock.ms = 5_000;
      uses.note('key_1');
      store.during = () => {};
    };
    await uses.write();
    await uses.write();
    expect(stored).toEqual([new Map([['key_1', 1_000]]), new Map([['key_1', 5_000]])]);
  });

  it('that could not be written are kept for the next time', async () => {
    const { uses, stored, store } = setUp();
    uses.note('key_1');
    store.fails = true;
    await expect(uses.write()).rejects.toThrow('no database');
    store.fails = false;
    await uses.write();
    expect(stored).toEqual([new Map([['key_1', 1_000]])]);
  });

  it('are bounded: past the maximum of keys a further key waits for the next write', async () => {
    const { uses, stored, clock } = setUp({ keysMax: 2 });
    for (const keyId of ['key_1', 'key_2', 'key_3']) uses.note(keyId);
    clock.ms = 2_000;
    uses.note('key_1');
    await uses.write();
    uses.note('key_3');
    await uses.write();
    expect(stored).toEqual([
      new Map([
        ['key_1', 2_000],
        ['key_2', 1_000],
      ]),
      new Map([['key_3', 2_000]]),
    ]);
  });

  it('are written in statements of at most 500', async () => {
    const { uses, stored } = setUp();
    for (let index = 0; index < 1_200; index += 1) uses.note(`key_${index}`);
    await uses.write();
    expect(stored.map(({ size }) => size)).toEqual([500, 500, 200]);
  });
});
