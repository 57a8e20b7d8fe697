import {
  erasureRequests,
  exportRequests,
  noticeRequests,
  type Scope,
  streams,
  textRequests,
  wordRequests,
} from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import { eraseAll, messagesOf, tablesNaming } from '@redline/testkit/service';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { insertRewrite } from '../src/store/insert-rewrite.ts';
import { newScope } from './engine.ts';
import { openEngineBed } from './engine-bed.ts';
import { completedCheck, newRewriteOf } from './rewrite-rows.ts';
import { insertOne } from './rows.ts';
import { openWordLists } from './word-lists.ts';

const bed = await openEngineBed();
const { db, bus } = bed;
const engine = await bed.engine();
const words = openWordLists(db, bus);
afterAll(async () => {
  await engine.stop();
  await bed.dispose();
});

const erase = (accountId: string) => eraseAll(() => call(bus, erasureRequests['text-engine'], { accountId }));

/** Something of every kind, in an account's own scope and in one of its tenants'. */
async function fill(own: Scope) {
  const tenant = { ...own, tenantId: 'shop-7' };
  const checks = [await completedCheck(db, own), await completedCheck(db, tenant)];
  const processing = await insertOne(db, { scope: tenant });
  const rewritten = await completedCheck(db, own);
  const rewrite = newRewriteOf(rewritten);
  await insertRewrite(db, rewrite);
  const deleted = await completedCheck(db, own);
  await call(bus, textRequests.delete, deleted);
  for (const scope of [own, tenant]) {
    await words.added(scope, 'glow juice');
    await call(bus, wordRequests.setSwitch, { scope, of: 'scope', enabled: false });
    await call(bus, noticeRequests.dismiss, { scope, key: 'a-key' });
  }
  return { checks, processing, rewrite };
}

const relayed = { outbox: expect.any(Number), outbox_published: expect.any(Number) };
const withoutMessages = ({ outbox: _, outbox_published: __, ...others }: Record<string, number>) => others;

describe('an erased account', () => {
  it('leaves no row in any table; events of before end with their stream; another account keeps its rows', async () => {
    const [gone, kept] = [newScope(), newScope()];
    const { processing, rewrite } = await fill(gone);
    await fill(kept);
    const before = await tablesNaming(db, kept.accountId);
    expect(Object.keys(withoutMessages(await tablesNaming(db, gone.accountId)))).toEqual(
      expect.arrayContaining([
        'text_checks',
        'rewrites',
        'custom_words',
        'word_accounts',
        'text_check_counts',
      ]),
    );

    const { removed, left } = await erase(gone.accountId);

    expect(left).toEqual({});
    expect(removed).toMatchObject({ custom_words: 2, rewrites: 1 });
    expect(withoutMessages(await tablesNaming(db, gone.accountId))).toEqual({});
    expect({ ...(await tablesNaming(db, kept.accountId)), ...relayed }).toEqual({ ...before, ...relayed });
    // Work that was under way is refunded as when its client deletes it.
    await expect.poll(() => eventsAbout(processing.id)).toContain('event.text.check.cancelled');
    await expect.poll(() => eventsAbout(rewrite.id)).toContain('event.text.rewrite.cancelled');
  });

  it('is erased in parts of bounded size; asked again after a break it goes on, and at the end changes nothing', async () => {
    const own = newScope();
    await sql`insert into text_checks (id, account_id, site_id, tenant_id, platform, vertical, explain_locale, text, status, failure_reason)
      select 'text_bulk_' || n, ${own.accountId}, 'us', '', 'p', 'v', 'en-US', 'a text', 'failed', 'never_taken'
      from generate_series(1, 1200) n`.execute(db);
    const first = await call(bus, erasureRequests['text-engine'], { accountId: own.accountId });
    expect(first).toEqual({ removed: { text_checks: 500 }, left: { text_checks: 700 } });
    expect((await erase(own.accountId)).removed).toEqual({ text_checks: 700 });
    expect(await erase(own.accountId)).toEqual({ removed: {}, left: {} });
  });
});

describe('the ids of a scope’s checks', () => {
  it('are those of its list, newest first, page by page, whatever comes and goes meanwhile', async () => {
    const scope = newScope();
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) ids.unshift((await completedCheck(db, scope)).id);
    const all = await call(bus, exportRequests.text, { scope, after: null });
    expect(all).toEqual({ ids, next: null });
    const list = await call(bus, textRequests.list, { scope, page: 1, pageSize: 50 });
    expect(list.items.map(({ id }) => id)).toEqual(ids);
    const row = await db
      .selectFrom('text_checks')
      .select('created_at')
      .where('id', '=', ids[0] ?? '')
      .executeTakeFirstOrThrow();
    await completedCheck(db, scope);
    const after = { createdAt: row.created_at.toISOString(), id: ids[0] ?? '' };
    expect((await call(bus, exportRequests.text, { scope, after })).ids).toEqual(ids.slice(1));
  });
});

/** The subjects of the events of a record, once they are sent. */
const eventsAbout = async (id: string) =>
  (await messagesOf(bus, streams.events.name, id)).map(({ subject }) => subject);
