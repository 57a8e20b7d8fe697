import { wordMessageBytesMax, wordRequests } from '@redline/contracts';
import { createId } from '@redline/service-kit/ids';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { newScope } from './engine.ts';
import { openEngineBed } from './engine-bed.ts';
import { openWordLists } from './word-lists.ts';

const { db, bus, dispose } = await openEngineBed();
const lists = openWordLists(db, bus);
afterAll(dispose);

const numbered = (count: number, prefix = 'word') =>
  Array.from({ length: count }, (_, n) => `${prefix} ${n}`);

describe('a new word', () => {
  it('is answered as it is stored and listed', async () => {
    const scope = newScope();
    const fields = { matchType: 'phrase', replacement: 'remedy', note: 'legal', enabled: false } as const;
    const word = await lists.added(scope, 'Miracle Cure', fields);
    expect(word).toMatchObject({ keyword: 'Miracle Cure', library: 'general', ...fields });
    expect(word.id).toMatch(/^rule_[0-9a-z]{26}$/);
    expect((await lists.all(scope)).words).toEqual([word]);
    expect(await lists.used(scope.accountId)).toBe(1);
  });

  it('that is in the list already, but for case, is refused; in another list it is not', async () => {
    const scope = newScope();
    await lists.added(scope, 'Straße');
    expect(await lists.add(scope, 'STRASSE')).toEqual({ outcome: 'duplicate' });
    for (const other of [{ ...scope, tenantId: 'shop-1' }, { ...scope, siteId: 'id' as const }, newScope()]) {
      expect((await lists.add(other, 'straße')).outcome).toBe('created');
    }
    expect((await lists.add(scope, 'straße', { library: 'touliu' })).outcome).toBe('created');
    expect(await lists.used(scope.accountId)).toBe(4);
  });

  it('past the limit is refused, counted over all sites and tenants, and a duplicate is said to be one', async () => {
    const scope = newScope();
    await lists.added(scope, 'one', { wordLimit: 2 });
    await lists.added({ ...scope, siteId: 'main', tenantId: 'shop-1' }, 'two', { wordLimit: 2 });
    expect(await lists.add(scope, 'three', { wordLimit: 2 })).toEqual({ outcome: 'limit_reached', used: 2 });
    expect(await lists.add(scope, 'ONE', { wordLimit: 2 })).toEqual({ outcome: 'duplicate' });
    expect((await lists.add(scope, 'three', { wordLimit: 3 })).outcome).toBe('created');
  });
});

describe('an import', () => {
  it('skips what is in the request or the list already, and says how many', async () => {
    const scope = newScope();
    await lists.added(scope, 'old');
    const items = ['new', 'Old', 'NEW', 'newer', 'new'];
    expect(await lists.importAll(scope, items)).toEqual({
      total: 5,
      imported: 2,
      skippedDuplicate: 3,
      rejectedQuota: 0,
    });
    const { words } = await lists.all(scope);
    expect(words.map(({ keyword }) => keyword)).toEqual(['newer', 'new', 'old']);
    expect(words[0]).toMatchObject({ matchType: 'keyword', enabled: true, replacement: null, note: null });
  });

  it('writes in order what the quota leaves room for, and rejects the rest', async () => {
    const scope = newScope();
    await lists.importAll(scope, numbered(7, 'old'));
    const items = ['old 0', ...numbered(5), 'old 1', 'word 4', 'word 9'];
    expect(await lists.importAll(scope, items, 10)).toEqual({
      total: 9,
      imported: 3,
      skippedDuplicate: 3,
      rejectedQuota: 3,
    });
    const { words } = await lists.all(scope);
    expect(words.slice(0, 3).map(({ keyword }) => keyword)).toEqual(['word 2', 'word 1', 'word 0']);
    expect(await lists.used(scope.accountId)).toBe(10);
    expect(await lists.importAll(scope, ['x'], 5)).toMatchObject({ imported: 0, rejectedQuota: 1 });
  });

  it('of nothing is nothing', async () => {
    const scope = newScope();
    expect(await lists.importAll(scope, [])).toEqual({
      total: 0,
      imported: 0,
      skippedDuplicate: 0,
      rejectedQuota: 0,
    });
    expect(await lists.scopeRow(scope)).toBeUndefined();
  });

  it('keeps what a word holds, quotes, braces, backslashes and emoji', async () => {
    const scope = newScope();
    const items = ['{a,"b"}', 'NULL', "o'brien", 'back\\slash', '😀 🔞', '第一', 'a,b'].map((keyword) => ({
      keyword,
      replacement: keyword,
      note: `"${keyword}"`,
    }));
    await lists.importAll(scope, items);
    const { words } = await lists.all(scope);
    expect(words.map(({ keyword, replacement, note }) => ({ keyword, replacement, note })).reverse()).toEqual(
      items,
    );
  });
});

describe('the quota', () => {
  it('ends exactly at its limit when twenty imports race for it, over sites and tenants', async () => {
    const { accountId } = newScope();
    const limit = 500;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const scope = { accountId, siteId: n % 2 ? ('us' as const) : ('id' as const), tenantId: `t${n % 5}` };
        return lists.importAll(scope, numbered(60, `import ${n % 10}`), limit);
      }),
    );
    const sum = (key: keyof (typeof answers)[number]) => answers.reduce((all, one) => all + one[key], 0);
    expect(sum('imported')).toBe(limit);
    expect(await lists.used(accountId)).toBe(limit);
    expect(await lists.stored(accountId)).toBe(limit);
    for (const { total, imported, skippedDuplicate, rejectedQuota } of answers) {
      expect(imported + skippedDuplicate + rejectedQuota).toBe(total);
    }
  });

  it('loses nothing when the same words are imported, added, deleted and renamed at the same time', async () => {
    const scope = newScope();
    await lists.importAll(scope, numbered(40, 'old'));
    const { words } = await lists.all(scope);
    const ids = words.map(({ id }) => id);
    const work = [
      ...Array.from({ length: 10 }, () => lists.importAll(scope, numbered(30), 100)),
      ...Array.from({ length: 20 }, (_, n) => lists.add(scope, `word ${n}`, { wordLimit: 100 })),
      ...ids
        .slice(0, 15)
        .flatMap((id) => [lists.ask('delete', { scope, id }), lists.ask('delete', { scope, id })]),
      ...ids
        .slice(10, 30)
        .map((id, n) => lists.ask('change', { scope, id, change: { keyword: `word ${n}` } })),
    ];
    await Promise.all<unknown>(work);
    const used = await lists.used(scope.accountId);
    expect(used).toBe(await lists.stored(scope.accountId));
    expect((await lists.scopeRow(scope))?.words).toBe(used);
    const { counted, real } = await lists.buckets(scope);
    expect(counted).toEqual(real);
    expect(counted).toEqual([used]);
    const left = (await lists.all(scope)).words.map(({ keyword }) => keyword);
    expect(new Set(left).size).toBe(left.length);
    expect(left).toEqual(expect.arrayContaining(numbered(30)));
  });
});

describe('a change', () => {
  it('touches only what is given; null clears, and every change makes a version', async () => {
    const scope = newScope();
    const { id, ...word } = await lists.added(scope, 'one', { replacement: 'two', note: 'three' });
    const change = (given: Parameters<typeof lists.ask<'change'>>[1]['change']) =>
      lists.ask('change', { scope, id, change: given });
    expect(await change({ enabled: false })).toMatchObject({
      outcome: 'changed',
      word: { ...word, enabled: false, updatedAt: expect.any(String) },
    });
    expect(await change({ replacement: null })).toMatchObject({ word: { replacement: null, note: 'three' } });
    expect(await change({ note: null, keyword: 'ONE' })).toMatchObject({
      word: { note: null, keyword: 'ONE' },
    });
    expect(await lists.scopeRow(scope)).toEqual({ version: 4, words: 1 });
  });

  it('into a word that the list has already is refused, in another library it is not', async () => {
    const scope = newScope();
    await lists.added(scope, 'one');
    const two = await lists.added(scope, 'two');
    const other = await lists.added(scope, 'two', { library: 'duanju' });
    const rename = (id: string) => lists.ask('change', { scope, id, change: { keyword: 'One' } });
    expect(await rename(two.id)).toEqual({ outcome: 'duplicate' });
    expect(await rename(other.id)).toMatchObject({ outcome: 'changed', word: { keyword: 'One' } });
  });

  it('of nobody’s word, or somebody else’s, finds nothing, and so does a deletion', async () => {
    const scope = newScope();
    const { id } = await lists.added(scope, 'one');
    for (const other of [{ ...scope, tenantId: 'x' }, { ...scope, siteId: 'id' as const }, newScope()]) {
      const change = { enabled: false, keyword: 'two' };
      expect(await lists.ask('change', { scope: other, id, change })).toEqual({ outcome: 'not_found' });
      expect(await lists.ask('delete', { scope: other, id })).toEqual({ outcome: 'not_found' });
    }
    expect(await lists.ask('delete', { scope, id: createId('rule') })).toEqual({ outcome: 'not_found' });
    expect(await lists.used(scope.accountId)).toBe(1);
  });
});

describe('a deletion', () => {
  it('is for good and gives its place in the quota back, once', async () => {
    const scope = newScope();
    const { id } = await lists.added(scope, 'one', { wordLimit: 1 });
    const outcomes = await Promise.all([1, 2, 3].map(() => lists.ask('delete', { scope, id })));
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['deleted', 'not_found', 'not_found']);
    expect(await lists.used(scope.accountId)).toBe(0);
    expect((await lists.all(scope)).words).toEqual([]);
    expect((await lists.add(scope, 'one', { wordLimit: 1 })).outcome).toBe('created');
  });
});

describe('the list', () => {
  it('gives every word once, newest first, over as many pages as it takes', async () => {
    const scope = newScope();
    await lists.importAll(scope, numbered(2_000));
    await lists.importAll(scope, numbered(300, 'later'));
    const { pages, words } = await lists.all(scope);
    expect(pages).toBe(3);
    expect(words.map(({ keyword }) => keyword)).toEqual(
      [...numbered(2_000), ...numbered(300, 'later')].reverse(),
    );
  });

  it('has pages that fit into a message, whatever the words hold', async () => {
    const scope = newScope();
    const items = Array.from({ length: 1_500 }, (_, n) => ({
      keyword: `${n}${'\u0001'.repeat(90)}`,
      replacement: '第'.repeat(100),
      note: '\u0002'.repeat(200),
    }));
    await lists.importAll(scope, items);
    const first = await lists.ask('list', { scope, after: null });
    expect(Buffer.byteLength(JSON.stringify(first))).toBeLessThan(wordMessageBytesMax + 1_000);
    expect(wordRequests.list.reply.parse(first)).toEqual(first);
    expect((await lists.all(scope)).words).toHaveLength(1_500);
  });

  it('comes from its index, without sorting, however many words there are', async () => {
    const scope = newScope();
    for (let n = 0; n < 5; n++) await lists.importAll(scope, numbered(2_000, `part ${n}`));
    await sql`analyze custom_words`.execute(db);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain
      select id from custom_words
      where account_id = ${scope.accountId} and site_id = ${scope.siteId} and tenant_id = ${scope.tenantId}
        and (created_at, id) < (now(), 'rule_')
      order by created_at desc, id desc limit 1000`.execute(db);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('custom_words_newest');
    expect(plan).not.toContain('Sort');
  });
});

describe('the buckets of a scope', () => {
  it('are filled one after the other, and again where words were deleted', async () => {
    const scope = newScope();
    for (const part of [0, 1, 2]) await lists.importAll(scope, numbered(2_000, `part ${part}`));
    expect(await lists.buckets(scope)).toEqual({ counted: [4_000, 2_000], real: [4_000, 2_000] });
    const oldest = (await lists.all(scope)).words.slice(-3);
    for (const { id } of oldest) await lists.ask('delete', { scope, id });
    await lists.importAll(scope, numbered(5, 'late'));
    expect(await lists.buckets(scope)).toEqual({ counted: [4_000, 2_002], real: [4_000, 2_002] });
  });
});

describe('the switches', () => {
  it('are on until they are turned, the account’s for all its scopes and each scope’s for itself', async () => {
    const scope = newScope();
    const tenant = { ...scope, siteId: 'main' as const, tenantId: 'shop-1' };
    const read = async (of: 'account' | 'scope', whose = scope) =>
      (await lists.ask('readSwitch', { scope: whose, of })).enabled;
    expect([await read('account'), await read('scope')]).toEqual([true, true]);
    expect(await lists.ask('setSwitch', { scope, of: 'account', enabled: false })).toEqual({
      enabled: false,
    });
    expect([await read('account', tenant), await read('scope', tenant)]).toEqual([false, true]);
    await lists.ask('setSwitch', { scope: tenant, of: 'scope', enabled: false });
    await lists.ask('setSwitch', { scope, of: 'account', enabled: true });
    expect([await read('account', tenant), await read('scope', tenant)]).toEqual([true, false]);
    expect(await read('scope')).toBe(true);
    expect(await lists.used(scope.accountId)).toBe(0);
  });
});
