import type { AddressInfo } from 'node:net';
import type { ReportEvent } from '@redline/contracts';
import { createId } from '@redline/service-kit/ids';
import { Agent, type Dispatcher, EventSource } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { broadcastEvent } from './fake-reports.ts';
import { type Replica, setUpWorld, type World } from './fixtures.ts';

/** Tests of the reports' stream with the EventSource of the WHATWG's HTML standard, as undici has it. */
let world: World;
let gateway: Replica;
let key: string;
/** Every request that EventSource sends: the first, and each reconnect with its `Last-Event-ID`. */
const asked: (string | undefined)[] = [];

beforeAll(async () => {
  world = await setUpWorld();
  gateway = await world.startReplica({ env: { RATE_SUBMISSION: '10000' } });
  await gateway.http.listen({ host: '127.0.0.1', port: 0 });
  ({ key } = await world.createKey('main'));
});
afterAll(() => world.dispose());

/** EventSource sends no headers of one's own; a dispatcher does, as a proxy before a browser would. */
function withKey(): Dispatcher {
  return new Agent().compose((dispatch) => (options, handler) => {
    const headers = new Headers(options.headers as Record<string, string>);
    asked.push(headers.get('last-event-id') ?? undefined);
    headers.set('authorization', `Bearer ${key}`);
    return dispatch({ ...options, headers: Object.fromEntries(headers) }, handler);
  });
}

describe('an EventSource', () => {
  it('reads a report to its end, asks once more and then no more, and is charged once', async () => {
    const { port } = gateway.http.server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/v1/video/checks/${createId('video')}/report`;
    const before = world.services.charges.size;
    const source = new EventSource(url, { node: { dispatcher: withKey(), reconnectionTime: 20 } });
    const heard: string[] = [];
    for (const name of ['report_start', 'report_chunk', 'report_done', 'complete'])
      source.addEventListener(name, () => heard.push(name));
    await expect.poll(() => heard).toEqual(['report_start']);
    const [reportId, report] = [...world.services.reports.reports].at(-1) ?? expect.unreachable();
    const events: ReportEvent[] = [
      { number: 2, event: 'report_chunk', data: { chunk: 'line' } },
      { number: 3, event: 'report_done', data: { reportId, content: 'line' } },
      { number: 4, event: 'complete', data: { durationMs: 1_200 } },
    ];
    report.stored.push(...events);
    for (const event of events) broadcastEvent(world.bus, reportId, event);
    await expect.poll(() => source.readyState, { timeout: 10_000 }).toBe(EventSource.CLOSED);
    expect(heard).toEqual(['report_start', 'report_chunk', 'report_done', 'complete']);
    expect(asked).toEqual([undefined, `${reportId}:4`]);
    expect(world.services.charges.size - before).toBe(1);
  });
});
