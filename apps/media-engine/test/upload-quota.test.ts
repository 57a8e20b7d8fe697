import { connect } from 'node:net';
import { createDb, migrate } from '@redline/service-kit/db';
import { createDatabase, testServers } from '@redline/testkit';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { migrations } from '../migrations/index.ts';
import type { UploadQuota } from '../src/domain/uploads/quota.ts';
import type { UploadDeps } from '../src/handlers/uploads/upload-deps.ts';
import { type Db, databaseOptions, type Tables } from '../src/store/tables.ts';
import { usageOf } from '../src/store/upload-usage.ts';
import { answerOf, formOf, owner, type Policy, png, setUpUploads } from './uploads-fixtures.ts';

const opened: { readonly dispose: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const { dispose } of opened.splice(0)) await dispose();
});

/** A form for the store itself, which a folder has not; a test puts its file there. */
const direct: UploadDeps['blobs']['presignedPost'] = async () => ({
  url: 'http://127.0.0.1/store',
  fields: {},
});

async function open(quota: Partial<UploadQuota>, { isS3 = false } = {}) {
  const world = await setUpUploads({
    limits: { uploadsMax: 32, perClientMax: 32 },
    change: (deps) => ({
      ...deps,
      quota: { ...deps.quota, ...quota },
      blobs: isS3 ? { ...deps.blobs, presignedPost: direct } : deps.blobs,
    }),
  });
  opened.push(world);
  const upload = async (policy: Policy, name: string, sizeBytes = 1_000) => {
    const form = formOf(policy, png(sizeBytes), { key: `${policy.dir}${name}` });
    const { status, body } = await answerOf(
      await fetch(`${world.origin}/uploads`, { method: 'POST', body: form }),
    );
    return [status, body.code ?? body.data?.sizeBytes];
  };
  return {
    ...world,
    upload,
    usage: async () => {
      const usage = await usageOf(world.db, owner.accountId);
      const { files, bytes } = usage;
      expect([files, bytes]).toEqual(await countedRows(world.db));
      return usage;
    },
    endPolicies: async () => {
      await world.db
        .updateTable('upload_policies')
        .set({ expires_at: new Date(0) })
        .execute();
      await world.retire();
    },
  };
}

/** Counts the rows of the table of uploads itself. */
async function countedRows(db: Db): Promise<number[]> {
  const { rows } = await sql<{ files: string; bytes: string }>`
    select count(*) as files, coalesce(sum(coalesce(size_bytes, reserved_bytes)), 0) as bytes
    from uploads where purged_at is null and account_id = ${owner.accountId}`.execute(db);
  return rows.flatMap(({ files, bytes }) => [Number(files), Number(bytes)]);
}

const none = { files: 0, bytes: 0 };
const full = [403, 'storage_limit'];

describe('an account stores at most', () => {
  it('so many files: one more is 403, and so is a policy for it, until others are removed', async () => {
    const world = await open({ filesMax: 2 });
    const policy = await world.policy('image');
    expect(await world.upload(policy, 'a.png')).toEqual([201, 1_000]);
    const tenant = await world.policy('image', null, { ...owner, siteId: 'id', tenantId: 'b' });
    expect(await world.upload(tenant, 'b.png')).toEqual([201, 1_000]);
    expect(await world.upload(policy, 'c.png')).toEqual(full);
    expect(await world.requestPolicy('image')).toMatchObject({
      outcome: 'refused',
      code: 'storage_limit',
      message: expect.stringContaining('at most 2 files'),
    });
    // The file that is there already is answered as before, and nobody else is full.
    expect(await world.upload(policy, 'a.png')).toEqual([201, 1_000]);
    expect((await world.requestPolicy('image', null, { ...owner, accountId: 'acct_2' })).outcome).toBe(
      'issued',
    );
    expect(await world.usage()).toMatchObject({ files: 2, bytes: 2_000 });
    await world.remove([`${tenant.dir}b.png`]);
    await world.remove([`${tenant.dir}b.png`]);
    expect(await world.usage()).toMatchObject({ files: 1, bytes: 1_000 });
    expect(await world.upload(policy, 'c.png')).toEqual([201, 1_000]);
  });

  it('so many bytes, however many uploads begin at the same time', async () => {
    const world = await open({ bytesMax: 1_000_000 });
    const policy = await world.policy('image');
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, file) => world.upload(policy, `${file}.png`, 300_000)),
    );
    expect(answers.filter(([status]) => status === 201).length).toBe(3);
    expect(answers.filter(([, code]) => code === 'storage_limit').length).toBe(9);
    expect(await world.usage()).toMatchObject({ files: 3, bytes: 900_000 });
    expect(await world.upload(policy, 'small.png', 50_000)).toEqual([201, 50_000]);
  });

  it('what a file without a length may have, as long as it is received, and nothing of one that breaks off', async () => {
    const world = await open({ bytesMax: 11_000_000 });
    const policy = await world.policy('image');
    const form = new Response(formOf(policy, png(5_000)));
    const body = Buffer.from(await form.arrayBuffer()).subarray(0, -200);
    const socket = connect(Number(new URL(world.origin).port), '127.0.0.1');
    socket.write(
      `POST /uploads HTTP/1.1\r\nHost: a\r\nContent-Type: ${form.headers.get('content-type')}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    socket.write(Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')]));
    await expect.poll(world.parts).toBe(1);
    expect(await world.usage()).toMatchObject({ files: 1, bytes: policy.maxSizeBytes });
    expect(await world.upload(policy, 'b.png', 600_000)).toEqual(full);
    socket.destroy();
    await expect.poll(world.usage).toMatchObject(none);
    expect(await world.upload(policy, 'b.png', 600_000)).toEqual([201, 600_000]);
  });
});

describe('what is reserved', () => {
  const dead = { account_id: owner.accountId, site_id: 'us', tenant_id: '', kind: 'image' } as const;

  it('by an engine that died is free when its claim has expired', async () => {
    const world = await open({});
    const claim = { claim_id: 'claim_dead', lease_until: new Date(Date.now() - 1), reserved_bytes: 5_000 };
    await world.blobs.put('uploads/x/stored', png(700), { contentType: 'image/png' });
    for (const key of ['uploads/x/lost', 'uploads/x/stored']) {
      await world.db
        .insertInto('uploads')
        .values({ key, ...dead, ...claim })
        .execute();
    }
    expect(await world.usage()).toMatchObject({ files: 2, bytes: 10_000 });
    await world.retire();
    expect(await world.usage()).toMatchObject({ files: 1, bytes: 700 });
  });

  it('is not given back by the deletion of a check that names the key of a file on its way', async () => {
    const world = await open({});
    const claim = { claim_id: 'claim_1', lease_until: new Date(Date.now() + 60_000), reserved_bytes: 5_000 };
    await world.db
      .insertInto('uploads')
      .values({ key: 'uploads/x/y', ...dead, ...claim })
      .execute();
    await world.remove(['uploads/x/y']);
    expect(await world.usage()).toMatchObject({ files: 1, bytes: 5_000 });
  });
});

describe('forms for the store itself', () => {
  it('are issued as long as everything that they may bring fits, and policies without them after that', async () => {
    const world = await open({ bytesMax: 25 * 2 ** 20 }, { isS3: true });
    const policies = [];
    for (let count = 0; count < 3; count += 1) policies.push(await world.policy('image', 'a.png'));
    expect(policies.map((policy) => 'direct' in policy)).toEqual([true, true, false]);
    expect((await world.usage()).direct).toEqual({ files: 2, bytes: 20 * 2 ** 20 });
    // They leave the room of uploads alone.
    expect(await world.upload(policies[2] as Policy, 'a.png', 6_000_000)).toEqual([201, 6_000_000]);
    await world.endPolicies();
    expect(await world.usage()).toMatchObject({ files: 1, bytes: 6_000_000, direct: none });
    expect(await world.policy('image', 'a.png')).toHaveProperty('direct');
  });

  it('count what they brought when their policy has ended, also over an upload of the same key', async () => {
    const world = await open({}, { isS3: true });
    const [first, second] = [await world.policy('image', 'a.png'), await world.policy('image', 'a.png')];
    const post = (policy: Policy, sizeBytes: number) =>
      world.blobs.put(policy.key, png(sizeBytes), { contentType: 'image/png' });
    await post(first, 2_000);
    await world.upload(second, second.key.slice(second.dir.length), 100);
    await post(second, 3_000);
    await world.endPolicies();
    expect(await world.usage()).toEqual({ files: 2, bytes: 5_000, direct: none });
  });

  it('bring nothing back under the key of a file that was removed', async () => {
    const world = await open({}, { isS3: true });
    const policy = await world.policy('image', 'a.png');
    await world.upload(policy, policy.key.slice(policy.dir.length));
    await world.remove([policy.key]);
    await world.blobs.put(policy.key, png(3_000), { contentType: 'image/png' });
    await world.endPolicies();
    expect(await world.blobs.head(policy.key)).toBeUndefined();
    expect(await world.usage()).toEqual({ ...none, direct: none });
  });
});

it('the migration counts what is stored already', async () => {
  const database = await createDatabase(testServers().postgresAdminUrl, 'media_engine');
  const db = createDb<Tables>({
    url: database.url,
    poolMax: 2,
    statementTimeoutMs: 5_000,
    applicationName: 'uploads-test',
    ...databaseOptions,
  });
  opened.push({ dispose: () => db.destroy().then(database.dispose) });
  const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0011'));
  await migrate(db, before);
  await sql`insert into uploads (key, account_id, site_id, tenant_id, kind, content_type, size_bytes, remove_at, purged_at)
    select 'k' || n, 'acct_' || n % 2, 'us', '', 'image', 'image/png', n, now(), case when n > 8 then now() end
    from generate_series(1, 10) n`.execute(db);
  await migrate(db, migrations);
  expect(await usageOf(db, 'acct_0')).toMatchObject({ files: 4, bytes: 20 });
  expect(await usageOf(db, 'acct_1')).toMatchObject({ files: 4, bytes: 16 });
});
