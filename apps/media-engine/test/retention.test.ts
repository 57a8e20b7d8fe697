import { imageRequests, type Scope, testTenantOf, videoRequests } from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import { createId, firstIdAt } from '@redline/service-kit/ids';
import { createRetention } from '@redline/service-kit/partitions';
import { outboxOf } from '@redline/testkit/service';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { uploadDir } from '../src/domain/uploads/upload-dir.ts';
import { checkKinds } from '../src/store/check-kinds.ts';
import { retainedChecks } from '../src/store/retained-checks.ts';
import { depsOf, newScope, noBlobs, publishCheck, quiet, shortImageJob, shortVideoJob } from './engine.ts';
import { openEngineBed } from './engine-bed.ts';
import { eventsOf, insertImage, insertVideo } from './rows.ts';

const dayMs = 86_400_000;
const start = Date.now();
const bed = await openEngineBed();
const { db, bus } = bed;
const blobs = noBlobs();
const engine = await bed.engine({ blobs });
const { cdnHost } = depsOf(db, bus);
afterAll(async () => {
  await engine.stop();
  await bed.dispose();
});

const kinds = {
  image: { insert: insertImage, requests: imageRequests, job: shortImageJob },
  video: { insert: insertVideo, requests: videoRequests, job: shortVideoJob },
} as const;
type Kind = keyof typeof kinds;
const names = ['image', 'video'] as const;

const idDaysAgo = (kind: Kind, days: number) => {
  const bound = firstIdAt(kind, start - days * dayMs);
  return `${bound.slice(0, 16)}${createId(kind).slice(16)}`;
};

/** A check that was submitted so many days ago and has not ended. */
const submitted = (
  kind: Kind,
  days: number,
  changes: { scope?: Scope; url?: string; batchId?: string } = {},
) => kinds[kind].insert(db, { id: idDaysAgo(kind, days), ...changes });

const rowOf = async (kind: Kind, id: string) => {
  const { rows } = await sql<{ status: string; transcript_status?: string }>`
    select * from ${sql.table(checkKinds[kind].table)} where id = ${id}`.execute(db);
  return rows[0];
};

async function completed(kind: Kind, days: number, changes: Parameters<typeof submitted>[2] = {}) {
  const check = await submitted(kind, days, changes);
  await publishCheck(bus, kinds[kind].job, check.id, check.scope);
  await expect
    .poll(
      async () => {
        const row = await rowOf(kind, check.id);
        return row?.status === 'completed' && row.transcript_status !== 'processing';
      },
      { timeout: 10_000 },
    )
    .toBe(true);
  return check;
}

const turn = () =>
  createRetention(db, retainedChecks({ image: 30, video: 30 }, cdnHost), { log: quiet })(
    new AbortController().signal,
  );
const listOf = async (kind: Kind, scope: Scope) => {
  const { total, items } = await call(bus, kinds[kind].requests.list, { scope, page: 1, pageSize: 50 });
  return { total, ids: items.map(({ id }) => id) };
};
/** The deleted events of a check, once all that is owed of it is sent. */
async function deletedEvents(id: string): Promise<string[]> {
  await expect.poll(() => outboxOf(db, id), { timeout: 10_000 }).toEqual([]);
  return (await eventsOf(bus, id)).filter((event) => event === 'deleted');
}

async function upload(scope: Scope, name: string, days: number): Promise<string> {
  const key = `${uploadDir(scope)}${name}`;
  await sql`insert into uploads (key, account_id, site_id, tenant_id, kind, content_type, size_bytes, remove_at, created_at)
    values (${key}, ${scope.accountId}, ${scope.siteId}, ${scope.tenantId}, 'image', 'image/png', 7,
      now() + interval '30 days', ${new Date(start - days * dayMs)})`.execute(db);
  return key;
}

describe.each(names)('the retention of %s checks', (kind) => {
  it('erases a check with its file, lowers the total of its list and tells of it once', async () => {
    const scope = newScope();
    const key = await upload(scope, `${kind}.png`, 32);
    const url = `${cdnHost}/${key}`;
    const old = await completed(kind, 31, { scope, url, batchId: 'batch_1' });
    const young = await completed(kind, 29, { scope });
    await turn();
    await turn();
    expect(await rowOf(kind, old.id)).toBeUndefined();
    expect(await call(bus, kinds[kind].requests.get, old)).toEqual({ outcome: 'not_found' });
    expect(await listOf(kind, scope)).toEqual({ total: 1, ids: [young.id] });
    expect(await deletedEvents(old.id)).toHaveLength(1);
    await expect.poll(() => blobs.removed).toContain(key);
  });

  it('erases a check of a test key after a day, and no live one', async () => {
    const [scope, ofLive] = [{ ...newScope(), tenantId: testTenantOf('') }, newScope()];
    const [old, young] = [await completed(kind, 1.1, { scope }), await completed(kind, 0.9, { scope })];
    const live = await completed(kind, 1.1, { scope: ofLive });
    await turn();
    expect(await rowOf(kind, old.id)).toBeUndefined();
    expect(await listOf(kind, scope)).toEqual({ total: 1, ids: [young.id] });
    expect(await listOf(kind, ofLive)).toEqual({ total: 1, ids: [live.id] });
    expect(await deletedEvents(old.id)).toHaveLength(1);
  });

  it('leaves what is under way, however old it is', async () => {
    const waiting = await submitted(kind, 400);
    const old = await completed(kind, 399);
    await turn();
    expect((await rowOf(kind, waiting.id))?.status).toBe('processing');
    expect(await rowOf(kind, old.id)).toBeUndefined();
  });

  it('erases the empty row of a deleted check without telling of it again', async () => {
    const check = await completed(kind, 40);
    expect(await call(bus, kinds[kind].requests.delete, check)).toEqual({ outcome: 'deleted' });
    await turn();
    expect(await rowOf(kind, check.id)).toBeUndefined();
    expect(await deletedEvents(check.id)).toHaveLength(1);
    expect(await listOf(kind, check.scope)).toEqual({ total: 0, ids: [] });
  });

  it('leaves a file that was uploaded later, under a key that was used before', async () => {
    const scope = newScope();
    const key = await upload(scope, `again-${kind}.png`, 3);
    const old = await completed(kind, 400, { scope, url: `${cdnHost}/${key}` });
    await turn();
    expect(await rowOf(kind, old.id)).toBeUndefined();
    const { rows } = await sql`select from removals where key = ${key}`.execute(db);
    expect(rows).toEqual([]);
    expect(blobs.removed).not.toContain(key);
  });

  it('keeps totals exact while clients delete and several replicas erase', async () => {
    const scope = newScope();
    const old = await Promise.all(Array.from({ length: 12 }, (_, n) => completed(kind, 40 + n, { scope })));
    const young = await completed(kind, 1, { scope });
    const deleting = old.slice(0, 6).map((check) => call(bus, kinds[kind].requests.delete, check));
    await Promise.all([...deleting, turn(), turn(), turn()]);
    await turn();
    expect(await listOf(kind, scope)).toEqual({ total: 1, ids: [young.id] });
    for (const { id } of old) expect(await deletedEvents(id)).toHaveLength(1);
  });
});

describe('a video past its retention', () => {
  it('goes with the pictures of its frames; one whose voice is still to come stays', async () => {
    const [old, voiced] = [await completed('video', 50), await completed('video', 50)];
    await sql`update video_checks set transcript_status = 'processing', voice = null
      where id = ${voiced.id}`.execute(db);
    await turn();
    expect(await rowOf('video', old.id)).toBeUndefined();
    expect(await rowOf('video', voiced.id)).toMatchObject({ status: 'completed' });
    await expect.poll(() => blobs.removed).toContain(`frames/${old.id}/`);
    expect(blobs.removed).not.toContain(`frames/${voiced.id}/`);
  });
});
