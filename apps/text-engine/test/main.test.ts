import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textRequests } from '@redline/contracts';
import { type Bus, call } from '@redline/service-kit/bus';
import { createDatabase, freePort, runMain, startNats, testServers, waitFor } from '@redline/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { bodyOf, newId, newScope, openBus, publishCheck } from './engine.ts';

const { postgresAdminUrl, natsServerBinary } = testServers();
const database = await createDatabase(postgresAdminUrl, 'text_engine');
const nats = await startNats({ binary: natsServerBinary });
const opsPort = await freePort();
const env = {
  DATABASE_URL: database.url,
  NATS_URL: nats.url,
  OPS_PORT: String(opsPort),
};

afterAll(async () => {
  await nats.dispose();
  await database.dispose();
});

const run = (args: readonly string[], changes: Record<string, string> = {}) =>
  runMain(new URL('../src/main.ts', import.meta.url), args, { ...env, ...changes });

/** A verdict by the real rule pack, through requests and a job. */
async function judged(bus: Bus) {
  const [id, scope] = [newId(), newScope()];
  const check = bodyOf('These drops cure arthritis and reverse type 2 diabetes in weeks.');
  const request = { operationId: id, scope, deadlineMs: Date.now() + 5_000, check };
  expect((await call(bus, textRequests.prepare, request)).outcome).toBe('prepared');
  await publishCheck(bus, id, scope);
  return waitFor(async () => {
    const answer = await call(bus, textRequests.get, { scope, id });
    const record = answer.outcome === 'found' ? answer.record : undefined;
    return record?.status === 'processing' ? undefined : record;
  });
}

describe('the process', () => {
  it('names each wrong setting in one line and ends', async () => {
    const { code, said } = await run([], { DATABASE_URL: 'nowhere', JOB_CONCURRENCY: '0' }).ended;
    expect(code).toBe(1);
    expect(said.trim().split('\n')).toEqual([
      expect.stringContaining('text-engine: DATABASE_URL is "nowhere"'),
      expect.stringContaining('text-engine: JOB_CONCURRENCY is "0"'),
    ]);
  });

  it('does not start without its rule packs', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'packs-'));
    const { code, said } = await run([], { PACKS_DIR: folder }).ended;
    await rm(folder, { recursive: true });
    expect(code).toBe(1);
    expect(said.trim()).toMatch(/^text-engine: PACKS_DIR: .*no such file/);
    expect(said.trim().split('\n')).toHaveLength(1);
  });

  it('migrates and ends, judges until it is told to stop, and then ends in order', {
    // It compiles three packs: 6 s of a core, which a busy machine may not have.
    timeout: 120_000,
  }, async () => {
    expect((await run(['migrate']).ended).code).toBe(0);
    const { child, ended } = run([]);
    await waitFor(async () => (await fetch(`http://127.0.0.1:${opsPort}/readyz`)).ok, {
      timeoutMs: 90_000,
      what: 'the engine to be ready',
    });
    const bus = await openBus(nats.url);
    const record = await judged(bus);
    expect(record).toMatchObject({ status: 'completed', riskLevel: 'high' });
    for (const { matchedText, startIndex, endIndex } of record.risks) {
      expect(record.text.slice(startIndex, endIndex)).toBe(matchedText);
    }
    const metrics = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
    expect(metrics).toContain('text_attempts_total{outcome="finished"');
    await bus.close();
    child.kill('SIGTERM');
    const { code, said } = await ended;
    expect(code).toBe(0);
    expect(said).not.toContain('arthritis');
  });
});
