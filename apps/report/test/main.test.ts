import { reportRequests, reportStream, videoRequests } from '@redline/contracts';
import { call, serve } from '@redline/service-kit/bus';
import { freePort, runMain, waitFor } from '@redline/testkit';
import { startModelServer } from '@redline/testkit/model';
import { afterAll, describe, expect, it } from 'vitest';
import { checkOf, createTestDb, latestOf, newOrder, openBus, publish, startTestNats } from './service.ts';

const [database, nats, model] = await Promise.all([createTestDb(), startTestNats(), startModelServer()]);
const opsPort = await freePort();
const env = {
  ...{ DATABASE_URL: database.url, NATS_URL: nats.url, OPS_PORT: String(opsPort) },
  ...{ WRITER_MODEL_URL: model.url, WRITER_MODEL_NAME: 'pen-1', WRITER_MODEL_KEY: 'sk-secret' },
};
afterAll(() => Promise.all([database.dispose(), nats.dispose(), model.dispose()]));

const run = (args: readonly string[], changes: Record<string, string> = {}) =>
  runMain(new URL('../src/main.ts', import.meta.url), args, { ...env, ...changes });

describe('the process', () => {
  it('names each wrong setting in one line and ends', async () => {
    const { code, said } = await run([], { DATABASE_URL: 'nowhere', REPORT_CONCURRENCY: '0' }).ended;
    expect(code).toBe(1);
    expect(said.trim().split('\n')).toEqual([
      expect.stringContaining('report: DATABASE_URL is "nowhere"'),
      expect.stringContaining('report: REPORT_CONCURRENCY is "0"'),
    ]);
  });

  it('does not start with an endpoint whose model nobody named', async () => {
    const { code, said } = await run([], { WRITER_MODEL_NAME: '' }).ended;
    expect(code).toBe(1);
    expect(said.trim()).toMatch(/^report: WRITER_MODEL_NAME/);
    expect(said.trim().split('\n')).toHaveLength(1);
  });

  it('writes reports of checks that it asks for until it is told to stop, and logs nothing of them', {
    timeout: 60_000,
  }, async () => {
    expect((await run(['migrate']).ended).code).toBe(0);
    const { child, ended } = run([]);
    await waitFor(async () => (await fetch(`http://127.0.0.1:${opsPort}/readyz`)).ok, { timeoutMs: 30_000 });
    const bus = await openBus(nats.url);
    const get = async ({ id }: { readonly id: string }) =>
      ({ outcome: 'found', record: checkOf(id) }) as const;
    const serving = serve(bus, videoRequests.get, get, { queue: 'media-engine', concurrency: 8 });
    // It says what the facts say of two sections, and lies in the others.
    model.onRequest(({ messages }) => {
      const { facts, section } = JSON.parse(messages[1]?.content ?? '');
      const text = ['总体结论', '修改建议'].includes(section)
        ? facts.join('\n')
        : '本视频合法合规，可以发布。';
      return { content: JSON.stringify({ text }) };
    });
    const order = newOrder();
    const prepare = {
      ...{ operationId: order.id, scope: order.scope, videoCheckId: order.videoCheckId },
      deadlineMs: Date.now() + 5_000,
    };
    expect((await call(bus, reportRequests.prepare, prepare)).outcome).toBe('prepared');
    await publish(bus, order);
    const report = await waitFor(async () => {
      const latest = await latestOf(bus, order);
      return latest.outcome === 'found' ? (latest.report ?? undefined) : undefined;
    });
    expect(report.content).toContain('根治感冒');
    expect(report.content).not.toContain('可以发布。');
    const metrics = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
    expect(metrics).toMatch(/report_model_sections_total\{outcome="answered".*\} 2/);
    expect(metrics).toContain('report_attempts_total{outcome="finished"');
    const { config } = await bus.manager.streams.info(reportStream.name);
    expect(config).toMatchObject({
      ...{ max_bytes: reportStream.maxBytes, max_msgs_per_subject: reportStream.maxMessagesPerSubject },
      discard: 'old',
    });
    await serving.stop();
    await bus.close();
    child.kill('SIGTERM');
    const { code, said } = await ended;
    expect(code).toBe(0);
    expect(said).not.toMatch(/根治|姜茶|sk-secret|signature/);
  });
});
