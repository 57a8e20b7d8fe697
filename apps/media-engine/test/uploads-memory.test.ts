import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uploadRequests } from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import { createDatabase, freePort, runMain, startTestNats, testServers, waitFor } from '@redline/testkit';
import { afterAll, expect, it } from 'vitest';
import { openBus } from './engine.ts';
import { formOf, mp4, owner } from './uploads-fixtures.ts';

const database = await createDatabase(testServers().postgresAdminUrl, 'media_engine');
const nats = await startTestNats();
const bus = await openBus(nats.url);
const folder = await mkdtemp(join(tmpdir(), 'redline-blobs-'));
const [opsPort, httpPort] = [await freePort(), await freePort()];
const run = (args: readonly string[]) =>
  runMain(new URL('../src/main.ts', import.meta.url), args, {
    DATABASE_URL: database.url,
    NATS_URL: nats.url,
    BLOB_DIR: folder,
    UPLOAD_SECRET: 'x'.repeat(32),
    OPS_PORT: String(opsPort),
    MEDIA_HTTP_PORT: String(httpPort),
  });

afterAll(async () => {
  await bus.close();
  await nats.dispose();
  await database.dispose();
  await rm(folder, { recursive: true, force: true });
});

/** Memory of a process that is in RAM (proc(5)), in megabytes of 2^20 bytes. */
const residentMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

/** `npm run -s bench upload` measures a gigabyte, through the gateway. */
it.runIf(process.platform === 'linux')(
  'an upload of 300 MB costs less than 100 MB of memory',
  async () => {
    expect((await run(['migrate']).ended).code).toBe(0);
    const { child, ended } = run([]);
    const pid = child.pid ?? 0;
    await waitFor(async () => (await fetch(`http://127.0.0.1:${opsPort}/readyz`)).ok, { timeoutMs: 30_000 });
    const reply = await call(bus, uploadRequests.policy, { scope: owner, kind: 'video', filename: 'a.mp4' });
    if (reply.outcome !== 'issued') throw new Error(reply.message);
    const form = new Response(formOf(reply.policy, mp4()));
    const bytes = Buffer.from(await form.arrayBuffer());
    const middle = bytes.indexOf('isomiso2') + 8;
    const chunk = Buffer.alloc(1_048_576);
    const chunks = 300;
    const upload = request({
      host: '127.0.0.1',
      port: httpPort,
      method: 'POST',
      path: '/uploads',
      agent: false,
      headers: {
        'content-type': form.headers.get('content-type') ?? '',
        'content-length': bytes.length + chunks * chunk.length,
      },
    });
    const answer = new Promise<number>((resolve, reject) => {
      upload.on('response', (response) => resolve(response.resume().statusCode ?? 0)).on('error', reject);
    });
    const idleMb = residentMb(pid);
    let mostMb = idleMb;
    upload.write(bytes.subarray(0, middle));
    for (let sent = 0; sent < chunks; sent += 1) {
      if (!upload.write(chunk)) await new Promise((resolve) => upload.once('drain', resolve));
      mostMb = Math.max(mostMb, residentMb(pid));
    }
    upload.end(bytes.subarray(middle));
    expect(await answer).toBe(201);
    expect(mostMb - idleMb).toBeLessThan(100);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  },
  120_000,
);
