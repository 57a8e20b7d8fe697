import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { streams, textRequests } from '@redline/contracts';
import { type Bus, call } from '@redline/service-kit/bus';
import { makeStreams } from '@redline/service-kit/test/make-streams';
import { itRunsAsAProcess, openServiceProcess, waitFor } from '@redline/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { bodyOf, newId, newScope, openBus, publishCheck } from './engine.ts';

const service = await openServiceProcess(new URL('../src/main.ts', import.meta.url), {
  purpose: 'text_engine',
});
await makeStreams(service.natsUrl, streams);
afterAll(service.dispose);

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
  itRunsAsAProcess(service, {
    name: 'text-engine',
    wrong: { JOB_CONCURRENCY: '0' },
    // It compiles three packs: 6 s of a core, which a busy machine may not have.
    readyWithinMs: 90_000,
    async whileRunning() {
      const bus = await openBus(service.natsUrl);
      const record = await judged(bus);
      expect(record).toMatchObject({ status: 'completed', riskLevel: 'high' });
      for (const { matchedText, startIndex, endIndex } of record.risks) {
        expect(record.text.slice(startIndex, endIndex)).toBe(matchedText);
      }
      expect(await service.readMetrics()).toContain('text_attempts_total{outcome="finished"');
      await bus.close();
    },
    neverLogs: /arthritis/,
  });

  it('is not ready where nothing reads, and says in one line which setting lets rules judge alone', async () => {
    const packs = fileURLToPath(new URL('../../../packs', import.meta.url));
    const folder = await mkdtemp(join(tmpdir(), 'packs-'));
    await cp(packs, folder, { recursive: true, filter: (from) => !from.endsWith('model.onnx') });
    const manifest = join(folder, 'reader', 'reader.json');
    const header = JSON.parse(await readFile(manifest, 'utf8'));
    header.sha256['model.onnx'] = createHash('sha256').update('no graph').digest('hex');
    await writeFile(join(folder, 'reader', 'model.onnx'), 'no graph');
    await writeFile(manifest, JSON.stringify(header));
    const running = service.run([], { PACKS_DIR: folder });
    const unready = await waitFor(
      async () => {
        const answer = await fetch(service.readyUrl).catch(() => undefined);
        return answer?.status === 503 ? answer.json() : undefined;
      },
      { timeoutMs: 90_000, what: '/readyz' },
    );
    expect(unready).toMatchObject({ failed: { reader: expect.stringMatching(/^READER: .*model\.onnx/) } });
    running.child.kill('SIGTERM');
    const { output } = await running.ended;
    await rm(folder, { recursive: true });
    const lines = output.split('\n').filter((line) => line.includes('READER'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('READER=off lets rules judge alone');
  }, 120_000);

  it('does not start without its rule packs', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'packs-'));
    const { code, output } = await service.run([], { PACKS_DIR: folder }).ended;
    await rm(folder, { recursive: true });
    expect(code).toBe(1);
    expect(output.trim()).toMatch(/^text-engine: PACKS_DIR: .*no such file/);
    expect(output.trim().split('\n')).toHaveLength(1);
  });
});
