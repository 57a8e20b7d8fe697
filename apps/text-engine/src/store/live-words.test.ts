import type { Scope } from '@redline/contracts';
import { createLogger } from '@redline/service-kit/log';
import { describe, expect, it } from 'vitest';
import type { CustomWord } from '../domain/words/custom-words.ts';
import { createLiveWords, type LiveWordsOptions } from './live-words.ts';
import type { LoadedWords } from './load-words.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const scope: Scope = { accountId: 'acct_1', siteId: 'us', tenantId: '' };
const wordOf = (word: string): CustomWord => ({
  word,
  matchType: 'keyword',
  library: 'general',
  replacement: null,
  note: null,
});

/** A scope's words as a database has them, by bucket, which a test changes by hand. */
function stored(words: readonly string[] = ['one']) {
  const buckets = new Map([[0, { version: 1, words }]]);
  const state = { version: 1, loads: 0, read: 0, hold: Promise.resolve() };
  const load: LiveWordsOptions['load'] = async (_scope, since): Promise<LoadedWords> => {
    state.loads += 1;
    const { version } = state;
    const read = [...buckets].map(
      ([bucket, one]) => [bucket, one.version > since ? one.words.map(wordOf) : null] as const,
    );
    state.read += read.flatMap(([, changed]) => changed ?? []).length;
    await state.hold;
    return { version, buckets: new Map(read) };
  };
  const change = (next: readonly string[], bucket = 0) => {
    state.version += 1;
    buckets.set(bucket, { version: state.version, words: next });
  };
  return { state, load, change };
}

const live = (load: LiveWordsOptions['load'], changes: Partial<LiveWordsOptions> = {}) =>
  createLiveWords({ load, bytesMax: 10_000_000, log, onBuilt: () => {}, ...changes });
const textsOf = (matcher: Awaited<ReturnType<ReturnType<typeof live>['at']>>) =>
  matcher('one two three').map(({ matchedText }) => matchedText);

describe('the words that a replica keeps', () => {
  it('are loaded once for all checks of a version', async () => {
    const { state, load } = stored();
    const words = live(load);
    const matchers = await Promise.all(Array.from({ length: 20 }, () => words.at(scope, 1)));
    expect(new Set(matchers).size).toBe(1);
    await words.at(scope, 1);
    expect(state.loads).toBe(1);
  });

  it('are never those from before a change that a check has read, news or not', async () => {
    const { load, change } = stored();
    const words = live(load);
    expect(textsOf(await words.at(scope, 1))).toEqual(['one']);
    change(['two']);
    expect(textsOf(await words.at(scope, 2))).toEqual(['two']);
  });

  it('are built again when a change came while they were built', async () => {
    const { state, load, change } = stored();
    const words = live(load);
    const gate = Promise.withResolvers<void>();
    state.hold = gate.promise;
    const before = words.at(scope, 1);
    change(['two']);
    const after = Array.from({ length: 5 }, () => words.at(scope, 2));
    gate.resolve();
    expect(textsOf(await before)).toEqual(['one']);
    for (const matcher of await Promise.all(after)) expect(textsOf(matcher)).toEqual(['two']);
    expect(state.loads).toBe(2);
  });

  it('are read and compiled anew only where they have changed', async () => {
    const { state, load, change } = stored(['one']);
    const words = live(load);
    change(['two', 'three'], 1);
    expect(textsOf(await words.at(scope, 2))).toEqual(['one', 'two', 'three']);
    expect(state.read).toBe(3);
    change(['One two'], 0);
    expect(textsOf(await words.at(scope, 3))).toEqual(['one two', 'three']);
    expect(state.read).toBe(4);
    change([], 1);
    expect(textsOf(await words.at(scope, 4))).toEqual(['one two']);
    expect(state.read).toBe(4);
  });

  it('are built on the news where they are kept, so that no check waits', async () => {
    const { state, load, change } = stored();
    const words = live(load);
    await words.at(scope, 1);
    change(['three']);
    words.changed(scope, { version: 2, words: 1 });
    words.changed(scope, { version: 2, words: 1 });
    expect(state.loads).toBe(2);
    expect(textsOf(await words.at(scope, 2))).toEqual(['three']);
    words.changed(scope, { version: 2, words: 1 });
    expect(state.loads).toBe(2);
  });

  it('are built on the news where nobody has asked yet only when the list is long', () => {
    const { state, load } = stored();
    const words = live(load);
    words.changed(scope, { version: 1, words: 1_000 });
    expect(state.loads).toBe(0);
    words.changed(scope, { version: 1, words: 1_001 });
    expect(state.loads).toBe(1);
  });

  it('are bounded: what was used longest ago goes, and what is too large is not kept at all', async () => {
    const { state, load } = stored();
    const words = live(load, { bytesMax: 450_000 });
    const tenant = (name: string) => words.at({ ...scope, tenantId: name }, 1);
    for (const name of ['a', 'b', 'c', 'a']) await tenant(name);
    expect(state.loads).toBe(3);
    await tenant('d');
    expect(words.bytes()).toBeLessThanOrEqual(450_000);
    await tenant('a');
    expect(state.loads).toBe(4);
    await tenant('b');
    expect(state.loads).toBe(5);
    const tiny = live(load, { bytesMax: 1_000 });
    expect(textsOf(await tiny.at(scope, 1))).toEqual(['one']);
    expect(tiny.bytes()).toBe(0);
  });

  it('fail for those who wait when they cannot be built, and are tried anew', async () => {
    const { load } = stored();
    let broken = true;
    const words = live((one, since) =>
      broken ? Promise.reject(new Error('no database')) : load(one, since),
    );
    await expect(words.at(scope, 1)).rejects.toThrow('no database');
    words.changed(scope, { version: 1, words: 5_000 });
    broken = false;
    expect(textsOf(await words.at(scope, 1).catch(() => words.at(scope, 1)))).toEqual(['one']);
  });

  it('let others work while a long list is compiled', async () => {
    const long = Array.from({ length: 20_000 }, (_, n) => `word number ${n}`);
    const { load } = stored(long);
    const words = live(load);
    let isBuilt = false;
    const building = words.at(scope, 1).finally(() => {
      isBuilt = true;
    });
    let turns = 0;
    for (; !isBuilt; turns++) await new Promise(setImmediate);
    expect(turns).toBeGreaterThan(4);
    expect((await building)('this is word number 19999').map(({ matchedText }) => matchedText)).toEqual([
      'word number 19999',
    ]);
  });

  it('of many scopes are built a few at a time', async () => {
    const { state, load } = stored();
    const gate = Promise.withResolvers<void>();
    state.hold = gate.promise;
    const words = live(load);
    const all = Array.from({ length: 12 }, (_, n) => words.at({ ...scope, tenantId: `t${n}` }, 1));
    expect(state.loads).toBe(4);
    gate.resolve();
    await Promise.all(all);
    expect(state.loads).toBe(12);
  });
});
