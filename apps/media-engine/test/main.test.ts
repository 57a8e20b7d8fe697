import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, freePort, runMain, startNats, testServers, waitFor } from '@redline/testkit';
import { afterAll, describe, expect, it } from 'vitest';

const { postgresAdminUrl, natsServerBinary } = testServers();
const database = await createDatabase(postgresAdminUrl, 'media_engine');
const nats = await startNats({ binary: natsServerBinary });
const opsPort = await freePort();
const folder = await mkdtemp(join(tmpdir(), 'redline-blobs-'));
const env = {
  DATABASE_URL: database.url,
  NATS_URL: nats.url,
  OPS_PORT: String(opsPort),
  MEDIA_HTTP_PORT: '0',
  BLOB_DIR: folder,
  UPLOAD_SECRET: randomBytes(32).toString('hex'),
};

afterAll(async () => {
  await nats.dispose();
  await database.dispose();
  await rm(folder, { recursive: true, force: true });
});

const run = (args: readonly string[], changes: Record<string, string> = {}) =>
  runMain(new URL('../src/main.ts', import.meta.url), args, { ...env, ...changes });

describe('the process', () => {
  it('names each wrong setting in one line and ends', async () => {
    const { code, said } = await run([], { DATABASE_URL: 'nowhere', OPS_PORT: '-1' }).ended;
    expect(code).toBe(1);
    expect(said.trim().split('\n')).toEqual([
      expect.stringContaining('media-engine: DATABASE_URL is "nowhere"'),
      expect.stringContaining('media-engine: OPS_PORT is "-1"'),
    ]);
  });

  it('does not start without a place for what it stores', async () => {
    const { code, said } = await run([], { BLOB_DIR: '' }).ended;
    expect(code).toBe(1);
    expect(said.trim()).toBe('media-engine: BLOB_DIR is missing; without it S3_BUCKET is needed');
  });

  it('migrates and ends, is ready until it is told to stop, and then ends in order', async () => {
    expect((await run(['migrate']).ended).code).toBe(0);
    const { child, ended } = run([]);
    await waitFor(async () => (await fetch(`http://127.0.0.1:${opsPort}/readyz`)).ok, {
      timeoutMs: 30_000,
      what: 'the engine to be ready',
    });
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });
});
