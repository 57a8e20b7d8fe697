import { reportJob, reportRequests } from '@redline/contracts';
import { call, listDead, publishJob } from '@redline/service-kit/bus';
import { createMetrics } from '@redline/service-kit/metrics';
import { waitFor } from '@redline/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { embeddedWriter } from '../src/domain/embedded-writer.ts';
import type { WriteSection } from '../src/domain/write-section.ts';
import { sweepReports } from '../src/handlers/sweep.ts';
import { createReportMetrics } from '../src/report-metrics.ts';
import { takeReport } from '../src/store/take-report.ts';
import {
  age,
  endsOf,
  eventsAfter,
  latestOf,
  liveEvents,
  newOrder,
  openReportBed,
  prepare,
  publish,
  quiet,
  rowOf,
  startService,
  type TestService,
} from './service.ts';

const { db, bus, nats, dispose } = await openReportBed();
let service: TestService;
let write: WriteSection = embeddedWriter;

beforeAll(async () => {
  service = await startService(db, nats.url, {
    writeSection: (...asked) => write(...asked),
  });
});
afterEach(() => {
  write = embeddedWriter;
});
afterAll(async () => {
  await service.stop();
  await dispose();
});

const abandon = (id: string, reason: 'refused' | 'unknown') =>
  call(bus, reportRequests.abandon, { operationId: id, reason });
const statusOf = async (id: string) => (await rowOf(db, id))?.status;

describe('a submission that is undone', () => {
  it('leaves nothing when it was refused, and its check can be reported at once', async () => {
    const order = newOrder();
    await prepare(bus, order);
    expect(await abandon(order.id, 'refused')).toEqual({ outcome: 'abandoned' });
    expect(await abandon(order.id, 'refused')).toEqual({ outcome: 'abandoned' });
    expect(await rowOf(db, order.id)).toBeUndefined();
    expect((await prepare(bus, newOrder({ ...order, id: newOrder().id }))).outcome).toBe('prepared');
  });

  it('fails, once, with its refund and a last event, if its outcome is unknown', async () => {
    const order = newOrder();
    await prepare(bus, order);
    expect(await abandon(order.id, 'unknown')).toEqual({ outcome: 'abandoned' });
    expect(await abandon(order.id, 'unknown')).toEqual({ outcome: 'abandoned' });
    await waitFor(async () => (await endsOf(bus, order.id)).length > 0);
    expect(await endsOf(bus, order.id)).toEqual(['failed']);
    expect((await eventsAfter(bus, order))?.map(({ event }) => event)).toEqual(['report_start', 'error']);
  });

  it('is not undone once a writer has begun', async () => {
    const order = newOrder();
    await prepare(bus, order);
    await publish(bus, order);
    await waitFor(async () => (await statusOf(order.id)) === 'completed');
    expect(await abandon(order.id, 'unknown')).toEqual({ outcome: 'too_late' });
    expect(await abandon(order.id, 'refused')).toEqual({ outcome: 'too_late' });
    expect(await statusOf(order.id)).toBe('completed');
  });
});

describe('a report that cannot be written', () => {
  it('fails after its attempts with its refund, ends its stream, and can be replayed where it stopped, at no cost', {
    timeout: 60_000,
  }, async () => {
    let fails = true;
    write = async (heading, findings) => {
      if (fails && heading === '修改建议') throw new Error('a bug');
      return embeddedWriter(heading, findings);
    };
    const order = newOrder();
    await prepare(bus, order);
    await publish(bus, order);
    await waitFor(async () => (await statusOf(order.id)) === 'failed', { timeoutMs: 40_000 });
    await waitFor(async () => (await endsOf(bus, order.id)).length > 0);
    expect(await endsOf(bus, order.id)).toEqual(['failed']);
    const failed = (await eventsAfter(bus, order)) ?? [];
    expect(failed.at(-1)).toMatchObject({ event: 'error' });
    await waitFor(async () => (await liveEvents(bus, order.id)).length === failed.length);
    expect(await liveEvents(bus, order.id)).toEqual(failed);
    expect(await latestOf(bus, order)).toEqual({ outcome: 'found', report: null });
    const dead = await waitFor(async () =>
      (await listDead(bus, { limit: 10 })).find(({ subject }) => subject === reportJob.subjectOf(order.id)),
    );
    expect(dead.reason).toContain('a bug');

    fails = false;
    expect(await call(bus, reportRequests.reopen, { id: order.id })).toEqual({ outcome: 'reopened' });
    await publish(bus, order);
    await waitFor(async () => (await statusOf(order.id)) === 'completed');
    const events = (await eventsAfter(bus, order)) ?? [];
    expect(events.slice(0, failed.length - 1)).toEqual(failed.slice(0, -1));
    expect(await latestOf(bus, order)).toMatchObject({ report: { id: order.id, creditCost: 0 } });
    // A follower that did not leave with the error gets all that came after it.
    await waitFor(async () => (await liveEvents(bus, order.id)).length === events.length + 1);
  });

  it('is reopened only when it failed in its work, and never beside another of its check', async () => {
    const order = newOrder();
    const reopen = (id: string) => call(bus, reportRequests.reopen, { id });
    expect(await reopen(order.id)).toEqual({ outcome: 'not_found' });
    await prepare(bus, order);
    expect(await reopen(order.id)).toEqual({ outcome: 'not_failed' });
    await abandon(order.id, 'unknown');
    expect(await reopen(order.id)).toEqual({ outcome: 'not_failed' });
    await db
      .updateTable('reports')
      .set({ failure_reason: 'attempts_exhausted' })
      .where('id', '=', order.id)
      .execute();
    await prepare(bus, newOrder({ ...order, id: newOrder().id }));
    expect(await reopen(order.id)).toEqual({ outcome: 'not_failed' });
  });

  it('is refunded, once, when its job has no report', async () => {
    const order = newOrder();
    await publish(bus, order);
    await publish(bus, order);
    await waitFor(async () => (await endsOf(bus, order.id)).length > 0);
    await waitFor(async () => (await bus.manager.streams.info('JOBS')).state.messages === 0);
    expect(await endsOf(bus, order.id)).toEqual(['failed']);
  });
});

describe('the sweeper', () => {
  const metrics = createReportMetrics(createMetrics({ service: 'test' }).registry);
  const sweep = () =>
    sweepReports(
      { db, bus, job: reportJob, metrics, wakeRelay: () => undefined },
      { neverTakenMs: 120_000, leaseEndedMs: 300_000, batchSize: 100, log: quiet },
    )(new AbortController().signal);

  it('fails and refunds what was never taken and has no job, and leaves alone what is young', async () => {
    const [old, young] = [newOrder(), newOrder()];
    await prepare(bus, old);
    await prepare(bus, young);
    await age(db, old.id, { byMs: 121_000 });
    await sweep();
    expect(await rowOf(db, old.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'never_taken',
    });
    expect(await statusOf(young.id)).toBe('processing');
    await waitFor(async () => (await endsOf(bus, old.id)).length > 0);
    expect(await endsOf(bus, old.id)).toEqual(['failed']);
  });

  it('fails what was taken and whose lease ended long ago', async () => {
    const order = newOrder();
    await prepare(bus, order);
    await takeReport(db, order.id, { leaseMs: 1_000, maxAttempts: 4 });
    await age(db, order.id, { byMs: 301_000 });
    await sweep();
    expect(await rowOf(db, order.id)).toMatchObject({ failure_reason: 'lease_ended' });
  });
});

it('a job that breaks its schema is dead-lettered and blocks no other', async () => {
  const order = newOrder();
  await publishJob(
    bus,
    { ...reportJob, payload: reportJob.payload.partial() },
    order.id,
    {},
    {
      msgId: order.id,
      timeoutMs: 5_000,
    },
  );
  await waitFor(async () =>
    (await listDead(bus, { limit: 20 })).some(({ subject }) => subject === reportJob.subjectOf(order.id)),
  );
});
