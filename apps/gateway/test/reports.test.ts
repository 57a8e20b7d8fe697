import { mainContract, type ReportEvent, reportJob } from '@redline/contracts';
import { createId } from '@redline/service-kit/ids';
import { waitFor } from '@redline/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { broadcastEvent } from './fake-reports.ts';
import { type Replica, send, setUpWorld, type World } from './fixtures.ts';
import { watchReport } from './report-client.ts';

let world: World;
let gateway: Replica;
let key: string;
const env = { RATE_SUBMISSION: '10000' };

beforeAll(async () => {
  world = await setUpWorld();
  gateway = await listening();
  ({ key } = await world.createKey('main'));
});
afterAll(() => world.dispose());

async function listening(options: Parameters<World['startReplica']>[0] = {}): Promise<Replica> {
  const replica = await world.startReplica({ ...options, env: { ...env, ...options.env } });
  await replica.http.listen({ host: '127.0.0.1', port: 0 });
  return replica;
}

const authorization = () => ({ authorization: `Bearer ${key}` });
const pathOf = (checkId: string) => `/v1/video/checks/${checkId}/report`;
const watch = (
  checkId: string,
  headers: Record<string, string> = {},
  { http } = gateway,
  method: 'GET' | 'HEAD' = 'GET',
) => watchReport(http, pathOf(checkId), { ...authorization(), ...headers }, method);
const charges = () => world.services.charges.size;

const chunk = (number: number): ReportEvent => ({
  number,
  event: 'report_chunk',
  data: { chunk: `【${number}】\nline` },
});
const ending = (reportId: string, number: number): ReportEvent[] => [
  { number, event: 'report_done', data: { reportId, content: 'all of it' } },
  { number: number + 1, event: 'complete', data: { durationMs: 1_200 } },
];

/** As the report service does: keeps an event, then tells it. */
function publish(reportId: string, ...events: ReportEvent[]): void {
  world.services.reports.reports.get(reportId)?.stored.push(...events);
  for (const event of events) broadcastEvent(world.bus, reportId, event);
}
const stored = (reportId: string) => world.services.reports.reports.get(reportId)?.stored ?? [];

async function started(checkId: string, headers: Record<string, string> = {}, replica = gateway) {
  const stream = await watch(checkId, headers, replica);
  expect(stream.status).toBe(200);
  await waitFor(() => stream.events.length > 0);
  return { stream, reportId: String(stream.events[0]?.data.reportId) };
}

const numbersOf = (events: readonly { readonly id: string }[]) =>
  events.map(({ id }) => Number(id.split(':')[1]));

describe('the stream of a report', () => {
  it('has its headers and events in order, with their ids, and ends after the last', async () => {
    const { stream, reportId } = await started(createId('video'));
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': expect.any(String),
      'x-ratelimit-limit': '10000',
      'x-ratelimit-remaining': expect.any(String),
      'x-ratelimit-reset': expect.any(String),
    });
    publish(reportId, chunk(2));
    await waitFor(() => stream.events.length === 2);
    publish(reportId, chunk(3), ...ending(reportId, 4));
    expect(await stream.ended).toBe(true);
    expect(stream.events).toEqual([
      { id: `${reportId}:1`, event: 'report_start', data: { reportId } },
      { id: `${reportId}:2`, event: 'report_chunk', data: { chunk: '【2】\nline' } },
      { id: `${reportId}:3`, event: 'report_chunk', data: { chunk: '【3】\nline' } },
      { id: `${reportId}:4`, event: 'report_done', data: { reportId, content: 'all of it' } },
      { id: `${reportId}:5`, event: 'complete', data: { durationMs: 1_200 } },
    ]);
    expect(world.services.charges.get(reportId)).toBeGreaterThan(0);
    expect(await world.services.hasJob(reportId)).toBe(true);
    expect(reportJob.subjectOf(reportId)).toBe(`job.report.${reportId}`);
  });

  it('comes whole and once when live events are lost, doubled or out of order', async () => {
    const { stream, reportId } = await started(createId('video'));
    const events = [chunk(2), chunk(3), chunk(4), ...ending(reportId, 5)];
    stored(reportId).push(...events);
    for (const number of [4, 2, 2, 6]) {
      const event = events.find((one) => one.number === number);
      if (event) broadcastEvent(world.bus, reportId, event);
    }
    expect(await stream.ended).toBe(true);
    expect(numbersOf(stream.events)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('comes whole when nothing at all is told live', async () => {
    const { stream, reportId } = await started(createId('video'));
    stored(reportId).push(chunk(2), ...ending(reportId, 3));
    expect(await stream.ended).toBe(true);
    expect(numbersOf(stream.events)).toEqual([1, 2, 3, 4]);
  });

  it('goes on while the report service does not answer, and ends with it', async () => {
    const { stream, reportId } = await started(createId('video'));
    const { reports } = world.services;
    reports.isSilent = true;
    const before = stream.comments;
    await waitFor(() => stream.comments >= before + 3);
    reports.isSilent = false;
    publish(reportId, { number: 2, event: 'error', data: { message: '报告生成失败' } });
    expect(await stream.ended).toBe(true);
    expect(stream.events.at(-1)).toMatchObject({ event: 'error', data: { message: '报告生成失败' } });
  });

  it('shows that it lives while nothing happens', async () => {
    const { stream } = await started(createId('video'));
    await waitFor(() => stream.comments >= 4);
    expect(stream.events).toHaveLength(1);
    stream.leave();
  });

  it('that nobody reads any more is no stream of this replica', async () => {
    const small = await listening({ env: { REPORT_STREAMS_MAX: '1' } });
    const { stream } = await started(createId('video'), {}, small);
    const before = charges();
    const full = await watch(createId('video'), {}, small);
    await full.ended;
    expect([full.status, full.headers['retry-after'], full.body().code]).toEqual([500, '5', 'internal']);
    expect(charges()).toBe(before);
    stream.leave();
    const next = await waitFor(async () => {
      const again = await watch(createId('video'), {}, small);
      if (again.status !== 200) await again.ended;
      return again.status === 200 ? again : undefined;
    });
    next.leave();
    await small.stop();
  });
});

describe('a client that lost its stream', () => {
  it('goes on after the last event that it has seen, without a charge', async () => {
    const checkId = createId('video');
    const { stream, reportId } = await started(checkId);
    publish(reportId, chunk(2), chunk(3));
    await waitFor(() => stream.events.length === 3);
    stream.leave();
    publish(reportId, chunk(4));
    const before = charges();
    const again = await watch(checkId, { 'last-event-id': stream.events[1]?.id ?? '' });
    await waitFor(() => again.events.length === 2);
    publish(reportId, ...ending(reportId, 5));
    expect(await again.ended).toBe(true);
    expect(numbersOf(again.events)).toEqual([3, 4, 5, 6]);
    expect(charges()).toBe(before);
    const over = await watch(checkId, { 'last-event-id': `${reportId}:6` });
    expect([over.status, await over.ended, over.events]).toEqual([204, true, []]);
  });

  it('is told what is wrong with the place that it names', async () => {
    const checkId = createId('video');
    const { stream, reportId } = await started(checkId);
    stream.leave();
    const answerTo = async (place: string, id = checkId) => {
      const answer = await watch(id, { 'last-event-id': place });
      await answer.ended;
      return [answer.status, answer.body().error];
    };
    const malformed = 'Last-Event-ID must be the id of an event of this report: <report id>:<number>';
    for (const place of ['7', reportId, `${reportId}:x`])
      expect(await answerTo(place)).toEqual([400, malformed]);
    expect(await answerTo(`${reportId}:9`)).toEqual([
      400,
      'Last-Event-ID names event 9, which this report has not sent',
    ]);
    const notHere = (id: string) => [
      404,
      `there is no report ${JSON.stringify(id)} of this video check in this scope`,
    ];
    const unknown = createId('report');
    expect(await answerTo(`${unknown}:1`)).toEqual(notHere(unknown));
    expect(await answerTo(`${reportId}:1`, createId('video'))).toEqual(notHere(reportId));
    const foreign = await world.createKey('main');
    const answer = await watchReport(gateway.http, pathOf(checkId), {
      authorization: `Bearer ${foreign.key}`,
      'last-event-id': `${reportId}:1`,
    });
    await answer.ended;
    expect([answer.status, answer.body().error]).toEqual(notHere(reportId));
  });

  it('at a replica that shuts down goes on at another, and the shutdown does not wait for the report', async () => {
    const checkId = createId('video');
    const closing = await listening();
    const { stream, reportId } = await started(checkId, {}, closing);
    const before = performance.now();
    await closing.stop();
    expect(performance.now() - before).toBeLessThan(3_000);
    expect([await stream.ended, stream.events.at(-1)?.event]).toEqual([true, 'report_start']);
    publish(reportId, chunk(2), ...ending(reportId, 3));
    const again = await watch(checkId, { 'last-event-id': stream.events.at(-1)?.id ?? '' });
    expect([await again.ended, numbersOf(again.events)]).toEqual([true, [2, 3, 4]]);
  });

  it('is sent on to another request when its stream has lasted as long as one may', async () => {
    const brief = await listening({
      reportLimits: { commentEveryMs: 100, askEveryMs: 100, streamMaxMs: 400 },
    });
    const { stream } = await started(createId('video'), {}, brief);
    expect([await stream.ended, stream.events.length]).toEqual([true, 1]);
    await brief.stop();
  });
});

describe('a report asked for', () => {
  it('twice with an Idempotency-Key, also at the same time, is one report, charged once and replayed', async () => {
    const checkId = createId('video');
    const before = charges();
    const headers = { 'idempotency-key': 'report-1' };
    const streams = await Promise.all([watch(checkId, headers), watch(checkId, headers)]);
    await waitFor(() => streams.every(({ events }) => events.length > 0));
    const ids = new Set(streams.map(({ events }) => String(events[0]?.data.reportId)));
    expect([ids.size, charges() - before]).toEqual([1, 1]);
    const [reportId = ''] = ids;
    publish(reportId, chunk(2), ...ending(reportId, 3));
    for (const stream of streams) {
      expect([await stream.ended, numbersOf(stream.events)]).toEqual([true, [1, 2, 3, 4]]);
    }
    const replayed = await watch(checkId, headers);
    expect([await replayed.ended, numbersOf(replayed.events)]).toEqual([true, [1, 2, 3, 4]]);
    expect(charges() - before).toBe(1);
  });

  it('whose check was deleted is 404 to its Idempotency-Key and to a resume, and costs nothing again', async () => {
    const checkId = createId('video');
    const headers = { 'idempotency-key': 'report-deleted' };
    const { stream, reportId } = await started(checkId, headers);
    publish(reportId, ...ending(reportId, 2));
    expect(await stream.ended).toBe(true);
    world.services.reports.reports.delete(reportId);
    const before = charges();
    for (const repeated of [headers, { 'last-event-id': `${reportId}:1` }]) {
      const answer = await watch(checkId, { ...repeated });
      await answer.ended;
      expect([answer.status, answer.body().code]).toEqual([404, 'not_found']);
    }
    expect(charges()).toBe(before);
  });

  it('that goes while somebody watches ends its stream', async () => {
    const { stream, reportId } = await started(createId('video'));
    world.services.reports.reports.delete(reportId);
    expect(await stream.ended).toBe(true);
    expect(numbersOf(stream.events)).toEqual([1]);
  });

  it.each([
    ['of no check', { code: 'not_found', message: 'there is no such check' }, 404],
    ['of a check that runs', { code: 'invalid_request', message: 'the check is not completed' }, 400],
  ] as const)('%s is a failure in JSON and costs nothing', async (_, refusal, status) => {
    const before = charges();
    world.services.reports.refusal = refusal;
    const answer = await watch(createId('video'));
    await answer.ended;
    world.services.reports.refusal = null;
    expect([answer.status, answer.body()]).toEqual([
      status,
      expect.objectContaining({ success: false, error: refusal.message, code: refusal.code }),
    ]);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(charges()).toBe(before);
  });

  it('with too few credits is 402 with both numbers, and leaves no report', async () => {
    const { balance, reports } = world.services;
    const before = reports.reports.size;
    world.services.balance = 1;
    const answer = await watch(createId('video'));
    await answer.ended;
    world.services.balance = balance;
    expect(answer.body()).toMatchObject({ requiredCredits: 2, currentBalance: 1 });
    expect([answer.status, reports.reports.size]).toEqual([402, before]);
  });

  it('of what cannot be a check is 404 and asks nobody', async () => {
    const { calls } = world.services;
    const before = calls.length;
    const answer = await watch('report_1');
    await answer.ended;
    expect([answer.status, answer.body().error, calls.length]).toEqual([
      404,
      'there is no video check "report_1" in this scope',
      before,
    ]);
  });

  it('by HEAD is 405 and starts nothing', async () => {
    const before = charges();
    const answer = await watch(createId('video'), {}, gateway, 'HEAD');
    expect([answer.status, answer.headers.allow, charges()]).toEqual([405, 'GET', before]);
  });

  it.each(['application/json', '*/*', 'text/html;q=0.5'])(
    'is a stream whatever Accept says: %s',
    async (accept) => {
      const { stream } = await started(createId('video'), { accept });
      expect(stream.headers['content-type']).toBe('text/event-stream; charset=utf-8');
      stream.leave();
    },
  );

  it('counts as a submission, and without a key is 401 in the envelope', async () => {
    const limited = await listening({ env: { RATE_SUBMISSION: '1' } });
    const { key: own } = await world.createKey('main');
    const ask = () =>
      watchReport(limited.http, pathOf(createId('video')), { authorization: `Bearer ${own}` });
    const first = await ask();
    expect([first.status, first.headers['x-ratelimit-limit']]).toEqual([200, '1']);
    first.leave();
    const second = await ask();
    await second.ended;
    expect([second.status, second.body().code]).toEqual([429, 'rate_limited']);
    const nobody = await watchReport(limited.http, pathOf(createId('video')), {});
    await nobody.ended;
    expect([nobody.status, nobody.body().code]).toEqual([401, 'unauthorized']);
    await limited.stop();
  });
});

describe('the newest report of a check', () => {
  const latest = (checkId: string) =>
    send(gateway.http, key, { method: 'GET', url: `${pathOf(checkId)}/latest` });

  it('is as the contract says, null without one, and 404 without the check', async () => {
    const checkId = createId('video');
    expect((await latest(checkId)).body.error).toBe(`there is no video check "${checkId}" in this scope`);
    world.services.reports.latest.set(checkId, null);
    expect((await latest(checkId)).body).toEqual({ success: true, data: null });
    const report = {
      id: createId('report'),
      object: 'video_check_report' as const,
      videoCheckId: checkId,
      content: '【视频信息】\n…',
      creditCost: 10,
      createdAt: '2026-11-21T12:00:00.000Z',
    };
    world.services.reports.latest.set(checkId, report);
    const { status, body, headers } = await latest(checkId);
    expect([status, mainContract.getLatestVideoReport.responses[200].parse(body).data]).toEqual([
      200,
      report,
    ]);
    expect(headers['x-ratelimit-limit']).toBe('600');
  });
});
