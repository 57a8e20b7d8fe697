import {
  erasureRequests,
  exportRequests,
  imageRequests,
  type Scope,
  streams,
  videoRequests,
} from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import { eraseAll, messagesOf, tablesNaming } from '@redline/testkit/service';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { uploadDir } from '../src/domain/uploads/upload-dir.ts';
import { retireUploads } from '../src/handlers/uploads/retire-uploads.ts';
import { depsOf, newScope, noBlobs, publishCheck, quiet, shortImageJob, shortVideoJob } from './engine.ts';
import { openEngineBed } from './engine-bed.ts';
import { insertImage, insertVideo, rowOf, videoRow } from './rows.ts';

const bed = await openEngineBed();
const { db, bus } = bed;
const blobs = noBlobs();
const engine = await bed.engine({ blobs });
const uploads = { ...depsOf(db, bus).uploads, blobs };
afterAll(async () => {
  await engine.stop();
  await bed.dispose();
});

const erase = (accountId: string) =>
  eraseAll(() => call(bus, erasureRequests['media-engine'], { accountId }));
const retire = () => retireUploads(uploads, quiet)(new AbortController().signal);
const eventsAbout = async (id: string) =>
  (await messagesOf(bus, streams.events.name, id)).map(({ subject }) => subject);
const withoutMessages = ({ outbox: _, outbox_published: __, ...others }: Record<string, number>) => others;

const insertUpload = async (scope: Scope, name: string) => {
  const key = `${uploadDir(scope)}${name}`;
  await sql`insert into uploads (key, account_id, site_id, tenant_id, kind, content_type, size_bytes, remove_at)
    values (${key}, ${scope.accountId}, ${scope.siteId}, ${scope.tenantId}, 'image', 'image/png', 7,
      now() + interval '30 days')`.execute(db);
  return key;
};

async function checked(scope: Scope) {
  const image = await insertImage(db, { scope });
  const video = await insertVideo(db, { scope });
  await publishCheck(bus, shortImageJob, image.id, scope);
  await publishCheck(bus, shortVideoJob, video.id, scope);
  await expect.poll(async () => (await rowOf(db, image.id))?.status, { timeout: 10_000 }).toBe('completed');
  await expect
    .poll(async () => (await videoRow(db, video.id))?.transcript_status, { timeout: 10_000 })
    .toBe('completed');
  return { image, video };
}

describe('an erased account', () => {
  it('leaves no row in any table and no object in the store; another account keeps its own', async () => {
    const [gone, kept] = [newScope(), newScope()];
    const tenant = { ...gone, tenantId: 'shop-7' };
    const { video } = await checked(gone);
    const others = await checked(kept);
    await checked(tenant);
    const deleted = await insertImage(db, { scope: gone });
    await call(bus, imageRequests.delete, deleted);
    const open = [await insertImage(db, { scope: tenant }), await insertVideo(db, { scope: gone })];
    const keys = [await insertUpload(gone, 'a.png'), await insertUpload(tenant, 'b.png')];
    const keptKey = await insertUpload(kept, 'c.png');
    await sql`insert into upload_policies (id, account_id, site_id, tenant_id, kind, expires_at)
      values ('policy_1', ${gone.accountId}, 'us', '', 'image', now() + interval '5 minutes')`.execute(db);
    const before = withoutMessages(await tablesNaming(db, kept.accountId));

    await expect.poll(async () => (await erase(gone.accountId)).left).toEqual({});

    expect(withoutMessages(await tablesNaming(db, gone.accountId))).toEqual({});
    expect(withoutMessages(await tablesNaming(db, kept.accountId))).toEqual(before);
    await expect.poll(() => blobs.removed).toEqual(expect.arrayContaining([...keys, `frames/${video.id}/`]));
    expect(blobs.removed).not.toContain(keptKey);
    expect(blobs.removed).not.toContain(`frames/${others.video.id}/`);
    for (const { id } of open) {
      await expect.poll(() => eventsAbout(id)).toContainEqual(expect.stringMatching(/\.cancelled$/));
    }
  });

  it('waits for a check of the main site, which nobody can delete before it has ended', async () => {
    const scope = newScope({ siteId: 'main' });
    const { id } = await insertImage(db, { scope });
    expect(await erase(scope.accountId)).toEqual({ removed: {}, left: { image_checks: 1 } });
    await call(bus, imageRequests.expire, { id });
    expect((await erase(scope.accountId)).left).toEqual({});
    expect(await eventsAbout(id)).toContain('event.media.image.failed');
  });

  it('waits for a form that may still be posted to the store itself, and removes its file', async () => {
    const scope = newScope();
    await sql`insert into upload_policies (id, account_id, site_id, tenant_id, kind, expires_at, direct_key, direct_bytes)
      values ('policy_2', ${scope.accountId}, 'us', '', 'image', now() + interval '5 minutes', 'uploads/x/late.png', 9)`.execute(
      db,
    );
    expect((await erase(scope.accountId)).left).toMatchObject({ upload_policies: 1 });
    await sql`update upload_policies set expires_at = to_timestamp(0) where id = 'policy_2'`.execute(db);
    await retire();
    expect((await erase(scope.accountId)).left).toEqual({});
  });
});

describe('for an export', () => {
  it('ids of a scope are those of its list, and stored uploads are listed with signed URLs', async () => {
    const scope = newScope();
    const { image, video } = await checked(scope);
    expect(await call(bus, exportRequests.image, { scope, after: null })).toEqual({
      ids: [image.id],
      next: null,
    });
    expect(await call(bus, exportRequests.video, { scope, after: null })).toEqual({
      ids: [video.id],
      next: null,
    });
    const listed = await call(bus, videoRequests.list, { scope, page: 1, pageSize: 10 });
    expect(listed.items.map(({ id }) => id)).toEqual([video.id]);
    const key = await insertUpload(scope, 'd.png');
    const { accountId } = scope;
    expect(await call(bus, exportRequests.uploads, { accountId, after: null })).toMatchObject({
      uploads: [{ key, kind: 'image', sizeBytes: 7, url: expect.stringContaining('signature') }],
      next: null,
    });
    expect((await call(bus, exportRequests.uploads, { accountId, after: key })).uploads).toEqual([]);
  });
});
