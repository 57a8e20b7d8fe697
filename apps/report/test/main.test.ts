import { reportRequests, reportStream, streams, videoRequests } from '@redline/contracts';
import { call, serve } from '@redline/service-kit/bus';
import { makeStreams } from '@redline/service-kit/test/make-streams';
import { itRunsAsAProcess, openServiceProcess, waitFor } from '@redline/testkit';
import { startModelServer } from '@redline/testkit/model';
import { afterAll, describe, expect, it } from 'vitest';
import { checkOf, latestOf, newOrder, openBus, publish } from './service.ts';

const model = await startModelServer();
const service = await openServiceProcess(new URL('../src/main.ts', import.meta.url), {
  purpose: 'report',
  env: { WRITER_MODEL_URL: model.url, WRITER_MODEL_NAME: 'pen-1', WRITER_MODEL_KEY: 'sk-secret' },
});
await makeStreams(service.natsUrl, streams);
afterAll(() => Promise.all([service.dispose(), model.dispose()]));

/** Orders a report of a check that the service asks for, and waits for it. */
async function writeReport() {
  const bus = await openBus(service.natsUrl);
  const get = async ({ id }: { readonly id: string }) => ({ outcome: 'found', record: checkOf(id) }) as const;
  const serving = serve(bus, videoRequests.get, get, { queue: 'media-engine', concurrency: 8 });
  // It says what the facts say of two sections, and lies in the others.
  model.onRequest(({ messages }) => {
    const { facts, section } = JSON.parse(messages[1]?.content ?? '');
    const text = ['总体结论', '修改建议'].includes(section) ? facts.join('\n') : '本视频合法合规，可以发布。';
    return { content: JSON.stringify({ text }) };
  });
  const order = newOrder();
  const prepare = {
    operationId: order.id,
    scope: order.scope,
    videoCheckId: order.videoCheckId,
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
  const metrics = await service.readMetrics();
  expect(metrics).toMatch(/report_model_sections_total\{outcome="answered".*\} 2/);
  expect(metrics).toContain('report_attempts_total{outcome="finished"');
  const { config } = await bus.manager.streams.info(reportStream.name);
  expect(config).toMatchObject({
    max_bytes: reportStream.maxBytes,
    max_msgs_per_subject: reportStream.maxMessagesPerSubject,
    discard: 'old',
  });
  await serving.stop();
  await bus.close();
}

describe('the process', () => {
  itRunsAsAProcess(service, {
    name: 'report',
    wrong: { REPORT_CONCURRENCY: '0' },
    whileRunning: writeReport,
    neverLogs: /根治|姜茶|sk-secret|signature/,
  });

  it('does not start with an endpoint without a model', async () => {
    const { code, output } = await service.run([], { WRITER_MODEL_NAME: '' }).ended;
    expect(code).toBe(1);
    expect(output.trim()).toMatch(/^report: WRITER_MODEL_NAME/);
    expect(output.trim().split('\n')).toHaveLength(1);
  });
});
