import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ReportStack, startReportStack } from './report-stack.ts';

let stack: ReportStack;
beforeAll(async () => {
  stack = await startReportStack();
}, 120_000);
afterAll(() => stack.dispose());

interface Received {
  readonly id: string;
  readonly event: string;
  readonly data: { readonly chunk?: string; readonly content?: string; readonly reportId?: string };
}

const field = (block: string, name: string) =>
  block
    .split('\n')
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2) ?? '';

/**
 * Reads a report until it ends or its connection breaks off.
 * @param after the last event that was seen; none asks for a new report
 */
async function watch(after: string | undefined, onEvent: (event: Received) => void): Promise<void> {
  const response = await fetch(`${stack.apiUrl}/v1/video/checks/${stack.videoCheckId}/report`, {
    headers: {
      authorization: `Bearer ${stack.apiKey}`,
      ...(after === undefined ? {} : { 'last-event-id': after }),
    },
    signal: AbortSignal.timeout(60_000),
  });
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  let text = '';
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks.filter((one) => !one.startsWith(':'))) {
      onEvent({
        id: field(block, 'id'),
        event: field(block, 'event'),
        data: JSON.parse(field(block, 'data')),
      });
    }
  }
}

it('a report whose writer and whose gateway are killed is read to its end, each piece once, and charged once', {
  timeout: 120_000,
}, async () => {
  const events: Received[] = [];
  const told = () => events.map(({ data }) => data.chunk ?? '').join('');
  const killed: Promise<void>[] = [];
  const restart = async (server: ReportStack['report']) => {
    await server.kill();
    await server.start();
  };
  const killAt = (heading: string, server: ReportStack['report'], count: number) => {
    if (killed.length === count && told().includes(heading)) killed.push(restart(server));
  };
  const onEvent = (event: Received) => {
    events.push(event);
    killAt('【总体结论】', stack.report, 0);
    killAt('【画面风险】', stack.gateway, 1);
    killAt('【语音与口播风险】', stack.report, 2);
  };
  const isOver = () => events.at(-1)?.event === 'complete';
  for (let connections = 0; !isOver() && connections < 10; connections++) {
    await watch(events.at(-1)?.id, onEvent).catch((error: unknown) => {
      if (killed.length === 0) throw error;
    });
    await Promise.all(killed);
  }
  expect(killed).toHaveLength(3);
  const reportId = events[0]?.data.reportId;
  expect(events.map(({ id }) => id)).toEqual(events.map((_, place) => `${reportId}:${place + 1}`));
  expect(events.slice(-2).map(({ event }) => event)).toEqual(['report_done', 'complete']);
  expect(events.at(-2)?.data.content).toBe(told());
  // Of four sections that a model phrases one was asked for again, by the writer that took over.
  expect(stack.model.requests.length).toBeGreaterThan(4);
  expect(await stack.charges()).toMatchObject([{ amount: 10, refunded: 0 }]);
  const latest = await fetch(`${stack.apiUrl}/v1/video/checks/${stack.videoCheckId}/report/latest`, {
    headers: { authorization: `Bearer ${stack.apiKey}` },
  });
  expect(await latest.json()).toMatchObject({ data: { id: reportId, content: told(), creditCost: 10 } });
});
