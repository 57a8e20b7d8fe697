import { type Scope, wordRequests } from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import { waitFor } from '@redline/testkit';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { keepWords } from '../src/app.ts';
import type { Deps } from '../src/deps.ts';
import { depsOf, evaluationOf, newScope, publishCheck, quiet } from './engine.ts';
import { openEngineBed } from './engine-bed.ts';
import { insertOne, rowOf } from './rows.ts';
import { openWordLists } from './word-lists.ts';

const bed = await openEngineBed();
const { db, bus, jobGone, completed } = bed;
const lists = openWordLists(db, bus);
afterEach(bed.services.stopAll);
afterAll(bed.dispose);

const judge: Deps['judge'] = ({ text, customWords }) => ({
  ...evaluationOf(text),
  customFindings: customWords?.(text) ?? [],
});
const engine = (changes: Partial<Deps> = {}) => bed.engine({ judge, ...changes });

/** Submits a check and gives the words that were found in it. */
async function foundIn(scope: Scope, text: string): Promise<string[]> {
  const { id } = await insertOne(db, { scope, text });
  await publishCheck(bus, id, scope);
  await completed(id);
  await jobGone(id);
  return ((await rowOf(db, id))?.custom_findings ?? []).map(({ matchedText }) => matchedText);
}

const text = 'A one and a two and a three for you.';

describe('a check', () => {
  it('goes by every change of the words that was answered before it was submitted', async () => {
    await engine();
    const scope = newScope();
    expect(await foundIn(scope, text)).toEqual([]);
    const one = await lists.added(scope, 'one');
    expect(await foundIn(scope, text)).toEqual(['one']);
    await lists.importAll(scope, ['two', 'three']);
    expect(await foundIn(scope, text)).toEqual(['one', 'two', 'three']);
    await lists.ask('change', { scope, id: one.id, change: { enabled: false } });
    expect(await foundIn(scope, text)).toEqual(['two', 'three']);
    await lists.ask('change', { scope, id: one.id, change: { enabled: true, keyword: 'for you' } });
    expect(await foundIn(scope, text)).toEqual(['two', 'three', 'for you']);
    await lists.ask('delete', { scope, id: one.id });
    expect(await foundIn(scope, text)).toEqual(['two', 'three']);
  });

  it('goes by words of every bucket, whichever has changed last', async () => {
    await engine();
    const scope = newScope();
    const first = await lists.added(scope, 'one');
    for (const part of ['a', 'b', 'c']) {
      await lists.importAll(
        scope,
        Array.from({ length: 1_999 }, (_, n) => `${part}${n} of many`).concat(
          part === 'c' ? 'two' : `${part} end`,
        ),
      );
    }
    expect(await foundIn(scope, text)).toEqual(['one', 'two']);
    await lists.added(scope, 'three');
    expect(await foundIn(scope, text)).toEqual(['one', 'two', 'three']);
    await lists.ask('change', { scope, id: first.id, change: { keyword: 'you' } });
    expect(await foundIn(scope, text)).toEqual(['two', 'three', 'you']);
  });

  it('goes by the words of its own scope alone', async () => {
    await engine();
    const scope = newScope();
    const tenant = { ...scope, tenantId: 'shop-1' };
    await lists.added(scope, 'one');
    await lists.added(tenant, 'two');
    expect(await foundIn(scope, text)).toEqual(['one']);
    expect(await foundIn(tenant, text)).toEqual(['two']);
    expect(await foundIn({ ...scope, tenantId: 'shop-2' }, text)).toEqual([]);
    expect(await foundIn(newScope(), text)).toEqual([]);
  });

  it('goes by words only while both switches are on', async () => {
    await engine();
    const scope = { ...newScope(), tenantId: 'shop-1' };
    await lists.added(scope, 'one');
    const turn = (of: 'account' | 'scope', enabled: boolean) =>
      lists.ask('setSwitch', { scope, of, enabled });
    for (const of of ['account', 'scope'] as const) {
      await turn(of, false);
      expect(await foundIn(scope, text)).toEqual([]);
      await turn(of, true);
      expect(await foundIn(scope, text)).toEqual(['one']);
    }
  });

  it('does not look for words in scripts that its site is not written in', async () => {
    const sites = depsOf(db, bus).sites.map((site) => ({ ...site, unmatchedWordScripts: ['Han'] }));
    const words = keepWords({ ...depsOf(db, bus), sites }, { bytesMax: 1_000_000, log: quiet });
    await engine({ words });
    const scope = newScope();
    await lists.importAll(scope, ['一', 'one']);
    expect(await foundIn(scope, 'one 一 one')).toEqual(['one', 'one']);
  });
});

describe('every replica', () => {
  /** Engines that keep words on their own, and how many lists each has built. */
  async function replicas() {
    const all = [1, 2].map(() => depsOf(db, bus));
    for (const { words, metrics } of all) await engine({ words, metrics });
    const built = () =>
      Promise.all(
        all.map(async ({ metrics }) => {
          const { values } = await metrics.wordsBuildSeconds.get();
          return values.find(({ metricName }) => metricName?.endsWith('_count'))?.value ?? 0;
        }),
      );
    return { all, built };
  }

  it('has a long list ready soon after it was imported, before any check', async () => {
    const { all, built } = await replicas();
    const scope = newScope();
    const items = Array.from({ length: 1_999 }, (_, n) => ({ keyword: `term${n.toString(36)}x` }));
    const request = { scope, wordLimit: 20_000, library: 'general' as const };
    const imported = await call(bus, wordRequests.import, {
      ...request,
      items: [...items, { keyword: 'two' }],
    });
    expect(imported.imported).toBe(2_000);
    await waitFor(async () => (await built()).every((count) => count === 1), { what: 'both builds' });
    for (const { words } of all) {
      expect((await words.at(scope, 1))(text).map(({ matchedText }) => matchedText)).toEqual(['two']);
    }
    expect(await built()).toEqual([1, 1]);
  });

  it('that missed the news finds out with its next check', async () => {
    const { all } = await replicas();
    const scope = newScope();
    await lists.added(scope, 'one');
    const [first] = all;
    expect((await first?.words.at(scope, 1))?.(text)).toHaveLength(1);
    // The news goes over a connection that is closed: the change is written and nobody hears of it.
    const elsewhere = await bed.closedBus();
    await openWordLists(db, elsewhere).added(scope, 'two');
    for (let n = 0; n < 4; n++) expect(await foundIn(scope, text)).toEqual(['one', 'two']);
  });
});

describe('a check whose words cannot be built', () => {
  it('is tried again, and is not judged without them', async () => {
    const own = depsOf(db, bus);
    let failures = 2;
    const words: Deps['words'] = {
      ...own.words,
      at: (scope, version) =>
        failures-- > 0 ? Promise.reject(new Error('no thread')) : own.words.at(scope, version),
    };
    await engine({ words });
    const scope = newScope();
    await lists.added(scope, 'one');
    expect(await foundIn(scope, text)).toEqual(['one']);
  });
});
