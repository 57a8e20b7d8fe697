import { reportSections } from '@redline/contracts';
import { createId } from '@redline/service-kit/ids';
import { waitFor } from '@redline/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checkOf,
  endsOf,
  eventsAfter,
  latestOf,
  liveEvents,
  newOrder,
  newScope,
  type Order,
  openReportBed,
  prepare,
  publish,
  quote,
  rowOf,
  startService,
  type TestService,
} from './service.ts';

const bed = await openReportBed();
let service: TestService;
/** Checks of tests that want others than finished ones; null is none. */
const checks = new Map<string, ReturnType<typeof checkOf> | null>();

beforeAll(async () => {
  service = await startService(bed.db, bed.nats.url, {
    readVideoCheck: async (_, id) => (checks.has(id) ? (checks.get(id) ?? undefined) : checkOf(id)),
  });
});
afterAll(async () => {
  await service.stop();
  await bed.dispose();
});

const isEnded = async (order: Order) => {
  const last = (await eventsAfter(service.bus, order))?.at(-1);
  return last?.event === 'complete' || last?.event === 'error';
};

async function written(changes: Partial<Order> = {}): Promise<Order> {
  const order = newOrder(changes);
  expect((await prepare(service.bus, order)).outcome).toBe('prepared');
  await publish(service.bus, order);
  await waitFor(() => isEnded(order));
  return order;
}

describe('ordering a report', () => {
  it('costs one report, named by its id, and the same when asked again', async () => {
    const order = newOrder();
    const lines = [{ lineId: order.id, item: 'video_report', quantity: 1 }];
    expect(await prepare(service.bus, order)).toEqual({ outcome: 'prepared', lines });
    expect(await prepare(service.bus, order)).toEqual({ outcome: 'prepared', lines });
    expect(await prepare(service.bus, order, Date.now() - 1_000)).toEqual({ outcome: 'prepared', lines });
  });

  it.each([
    ['that is not there', null, 'not_found', 'no such video check'],
    [
      'that is still processing',
      { status: 'processing', riskLevel: null },
      'invalid_request',
      'is processing',
    ],
    ['that failed', { status: 'failed', riskLevel: null }, 'invalid_request', 'is failed'],
  ] as const)('is refused of a check %s', async (_, changes, code, sentence) => {
    const order = newOrder();
    checks.set(order.videoCheckId, changes && checkOf(order.videoCheckId, changes));
    expect(await prepare(service.bus, order)).toEqual({
      outcome: 'refused',
      code,
      message: expect.stringContaining(sentence),
    });
    expect(await rowOf(bed.db, order.id)).toBeUndefined();
  });

  it('is refused while another of the same check is being written, however close they come', async () => {
    const videoCheckId = createId('video');
    const scope = newScope();
    const orders = Array.from({ length: 5 }, () => newOrder({ videoCheckId, scope }));
    const answers = await Promise.all(orders.map((order) => prepare(service.bus, order)));
    expect(answers.filter(({ outcome }) => outcome === 'prepared')).toHaveLength(1);
    for (const answer of answers.filter(({ outcome }) => outcome !== 'prepared')) {
      expect(answer).toMatchObject({ code: 'invalid_request', message: expect.stringContaining('already') });
    }
  });

  it('is too late past its deadline, and leaves nothing', async () => {
    const order = newOrder();
    expect(await prepare(service.bus, order, Date.now() - 1)).toEqual({ outcome: 'too_late' });
    expect(await rowOf(bed.db, order.id)).toBeUndefined();
  });

  it('keeps nothing of a check that a report does not say, above all no address', async () => {
    const order = newOrder();
    await prepare(service.bus, order);
    const kept = JSON.stringify((await rowOf(bed.db, order.id))?.findings);
    expect(kept).toContain('根治感冒');
    expect(kept).not.toMatch(/https?:|signature/);
  });
});

describe('the quote of a report', () => {
  it('is one report, and keeps nothing', async () => {
    const order = newOrder();
    const quoted = {
      outcome: 'quoted',
      lines: [{ item: 'video_report', quantity: 1 }],
      laterLines: [],
    };
    expect(await quote(service.bus, order)).toEqual(quoted);
    expect(await prepare(service.bus, order)).toMatchObject({ outcome: 'prepared' });
  });

  it.each([
    ['of a check that is not there', () => null, {}],
    ['of a check that failed', (id: string) => checkOf(id, { status: 'failed', riskLevel: null }), {}],
    ['on another site', (id: string) => checkOf(id), { scope: newScope({ siteId: 'us' }) }],
  ] as const)('is refused in the words of the report %s', async (_, check, changes) => {
    const order = newOrder(changes);
    checks.set(order.videoCheckId, check(order.videoCheckId));
    const refusal = await quote(service.bus, order);
    expect(refusal.outcome).toBe('refused');
    expect(refusal).toEqual(await prepare(service.bus, order));
  });

  it('is refused while one of the same check is being written', async () => {
    const order = newOrder();
    await prepare(service.bus, order);
    const refusal = await quote(service.bus, order);
    expect(refusal).toEqual(await prepare(service.bus, { ...order, id: newOrder().id }));
    expect(refusal).toMatchObject({ outcome: 'refused', code: 'invalid_request' });
  });
});

describe('a report', () => {
  it('is published from its start to its end without a gap, and its content is that of its chunks', async () => {
    const order = await written();
    const events = (await eventsAfter(service.bus, order)) ?? [];
    expect(events.map(({ number }) => number)).toEqual(events.map((_, place) => place + 1));
    expect(events[0]).toMatchObject({ event: 'report_start', data: { reportId: order.id } });
    const done = events.at(-2);
    if (done?.event !== 'report_done') throw new Error('there is no report_done');
    const chunks = events.flatMap((one) => (one.event === 'report_chunk' ? [one.data.chunk] : []));
    expect(chunks.join('')).toBe(done.data.content);
    const headings = [...done.data.content.matchAll(/【(.+?)】/g)].map(([, heading]) => heading);
    expect(headings).toEqual([...reportSections]);
    await waitFor(async () => (await liveEvents(service.bus, order.id)).length === events.length);
    expect(await liveEvents(service.bus, order.id)).toEqual(events);
    expect(await endsOf(service.bus, order.id)).toEqual(['completed']);
  });

  it('can be read again after any of its events', async () => {
    const order = await written();
    const events = (await eventsAfter(service.bus, order)) ?? [];
    for (const after of [0, 1, 5, events.length - 1, events.length, 10_000]) {
      expect(await eventsAfter(service.bus, order, after)).toEqual(events.slice(after));
    }
  });

  it('tells findings of a frame that the media engine tells one by one, each with its advice and its law', async () => {
    const order = newOrder();
    const check = checkOf(order.videoCheckId);
    const found = {
      description: '绝对化用语：“最好”' as const,
      matchedText: '最好' as const,
      severity: 'high' as const,
      tier: 'STRICT' as const,
      tierLabel: '硬性违规',
      tierReason: '不得使用绝对化用语。',
      suggestion: '改为可核实的参数。',
      legalRef: '《中华人民共和国广告法》第九条第（三）项',
    };
    const frames = check.frames.map((frame) => ({ ...frame, findings: [found] }));
    checks.set(order.videoCheckId, { ...check, frames });
    await written(order);
    const latest = await latestOf(service.bus, order);
    const content = latest.outcome === 'found' ? latest.report?.content : undefined;
    expect(content).toContain('画面1 绝对化用语：“最好”（00:02）：改为可核实的参数。');
    expect(content).toContain('《中华人民共和国广告法》第九条第（三）项（对应：画面1）');
  });

  it('is returned to its own scope and check only', async () => {
    const order = await written();
    const others = [
      { scope: newScope() },
      { scope: { ...order.scope, tenantId: 'shop-1' } },
      { videoCheckId: createId('video') },
      { id: createId('report') },
    ];
    for (const changes of others) {
      expect(await eventsAfter(service.bus, { ...order, ...changes })).toBeUndefined();
    }
  });

  it('is the latest of its check, with what it cost; there is none before the first', async () => {
    const order = newOrder();
    expect(await latestOf(service.bus, order)).toEqual({ outcome: 'found', report: null });
    await written({ scope: order.scope, videoCheckId: order.videoCheckId });
    const second = await written({ scope: order.scope, videoCheckId: order.videoCheckId });
    expect(await latestOf(service.bus, order)).toMatchObject({
      report: {
        id: second.id,
        object: 'video_check_report',
        creditCost: 10,
        videoCheckId: order.videoCheckId,
      },
    });
    checks.set(order.videoCheckId, null);
    expect(await latestOf(service.bus, order)).toEqual({ outcome: 'not_found' });
  });

  it('keeps no findings beside its text once it is written', async () => {
    const order = await written();
    expect(await rowOf(bed.db, order.id)).toMatchObject({ status: 'completed', findings: null });
  });
});
