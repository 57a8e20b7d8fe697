import { createDatabase, freePort, runMain, startNats, testServers, waitFor } from '@redline/testkit';
import { afterAll, describe, expect, it } from 'vitest';

const { postgresAdminUrl, natsServerBinary } = testServers();
const database = await createDatabase(postgresAdminUrl, 'batch_orchestrator');
const nats = await startNats({ binary: natsServerBinary });
const opsPort = await freePort();
const env = { DATABASE_URL: database.url, NATS_URL: nats.url, OPS_PORT: String(opsPort) };

afterAll(async () => {
  await nats.dispose();
  await database.dispose();
});

const run = (args: readonly string[], changes: Record<string, string> = {}) =>
  runMain(new URL('../src/main.ts', import.meta.url), args, { ...env, ...changes });

describe('the process', () => {
  it('names each wrong setting in one line and ends', async () => {
    const { code, said } = await run([], { DATABASE_URL: 'nowhere', BATCH_LEASE_MS: '1' }).ended;
    expect(code).toBe(1);
    expect(said.trim().split('\n')).toEqual([
      expect.stringContaining('batch-orchestrator: DATABASE_URL is "nowhere"'),
      expect.stringContaining('batch-orchestrator: BATCH_LEASE_MS is "1"'),
    ]);
  });

  it('migrates and ends, is ready until it is told to stop, and then ends in order', async () => {
    expect((await run(['migrate']).ended).code).toBe(0);
    const { child, ended } = run([]);
    await waitFor(async () => (await fetch(`http://127.0.0.1:${opsPort}/readyz`)).ok, {
      timeoutMs: 30_000,
      what: 'the orchestrator to be ready',
    });
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });
});
