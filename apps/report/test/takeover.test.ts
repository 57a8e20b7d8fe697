import { randomUUID } from 'node:crypto';
import { reportSections } from '@redline/contracts';
import { waitFor } from '@redline/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { embeddedWriter } from '../src/domain/embedded-writer.ts';
import type { WriteSection } from '../src/domain/write-section.ts';
import { readSections } from '../src/store/read-sections.ts';
import { storeSection } from '../src/store/store-section.ts';
import { takeReport } from '../src/store/take-report.ts';
import {
  endsOf,
  eventsAfter,
  liveEvents,
  newOrder,
  openBus,
  openDb,
  openReportBed,
  prepare,
  publish,
  rowOf,
  startService,
} from './service.ts';

const { db, databaseUrl, nats, dispose } = await openReportBed();
afterAll(dispose);

/** Writes so many sections, each under a name of its own, and then waits for its test. */
function pausing(name: string, sections: number) {
  const paused = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let written = 0;
  const write: WriteSection = async (heading, findings) => {
    if (written === sections) {
      paused.resolve();
      await released.promise;
    }
    written++;
    return { ...(await embeddedWriter(heading, findings)), writer: name };
  };
  return { write, paused: paused.promise, release: released.resolve, count: () => written };
}

const writersOf = async (id: string) => (await readSections(db, id)).map(({ writer }) => writer);

describe('a report whose writer stopped after its third section', () => {
  it('is gone on with by another one, under the same numbers, and finished and paid once', async () => {
    const lost = pausing('lost', 3);
    const firstDb = openDb(databaseUrl);
    const first = await startService(firstDb, nats.url, { writeSection: lost.write });
    const order = newOrder();
    await prepare(first.bus, order);
    await publish(first.bus, order);
    await lost.paused;
    const before = (await eventsAfter(first.bus, order)) ?? [];
    // Both of its connections are gone, as those of a process that died.
    await first.bus.close();
    await firstDb.destroy();
    const bus = await openBus(nats.url);
    const second = await startService(db, nats.url, {
      writeSection: async (...asked) => ({ ...(await embeddedWriter(...asked)), writer: 'second' }),
    });
    // The lease is extended for as long as the first one lives, and it lives in this process.
    await db
      .updateTable('reports')
      .set({ lease_until: new Date(0) })
      .execute();
    await waitFor(async () => (await rowOf(db, order.id))?.attempt === 2, { timeoutMs: 15_000 });
    await waitFor(async () => (await rowOf(db, order.id))?.status === 'completed');
    lost.release();
    expect(await writersOf(order.id)).toEqual(['lost', 'lost', 'lost', 'second', 'second', 'second']);
    const events = (await eventsAfter(bus, order)) ?? [];
    expect(events.slice(0, before.length)).toEqual(before);
    expect(events.map(({ number }) => number)).toEqual(events.map((_, place) => place + 1));
    await waitFor(async () => (await liveEvents(bus, order.id)).length === events.length);
    expect(await liveEvents(bus, order.id)).toEqual(events);
    await waitFor(async () => (await endsOf(bus, order.id)).length > 0);
    expect(await endsOf(bus, order.id)).toEqual(['completed']);
    await second.stop();
    await first.stop().catch(() => undefined);
    await bus.close();
  });
});

describe('a writer that was paused', () => {
  it('keeps nothing once another one has taken its report', async () => {
    const bus = await openBus(nats.url);
    const service = await startService(db, nats.url, { limits: { reportConcurrency: 1 } });
    const order = newOrder();
    await prepare(service.bus, order);
    const limits = { leaseMs: 1, maxAttempts: 4 };
    const [first, second] = [
      await takeReport(db, order.id, limits),
      await waitFor(async () => {
        const taking = await takeReport(db, order.id, limits);
        return taking.outcome === 'taken' ? taking : undefined;
      }),
    ];
    if (first.outcome !== 'taken') throw new Error('it was not taken');
    const section = { body: randomUUID(), writer: 'paused' };
    expect(await storeSection(db, first.taken, [section])).toBe(false);
    expect(await storeSection(db, second.taken, [{ ...section, writer: 'second' }])).toBe(true);
    expect(await writersOf(order.id)).toEqual(['second']);
    await service.stop();
    await bus.close();
  });
});

it('a job that comes several times, also at once, writes one report', async () => {
  const counting = pausing('one', -1);
  const options = { writeSection: counting.write };
  const services = await Promise.all([0, 1].map(() => startService(db, nats.url, options)));
  const [service] = services;
  if (!service) throw new Error('no service');
  const order = newOrder();
  await prepare(service.bus, order);
  await Promise.all([1, 2, 3, 4].map(() => publish(service.bus, order)));
  await waitFor(async () => (await rowOf(db, order.id))?.status === 'completed');
  await publish(service.bus, order);
  await waitFor(async () => (await service.bus.manager.streams.info('JOBS')).state.messages === 0, {
    timeoutMs: 15_000,
  });
  expect(counting.count()).toBe(reportSections.length);
  expect(await endsOf(service.bus, order.id)).toEqual(['completed']);
  await Promise.all(services.map((one) => one.stop()));
});

it('a report that is written while NATS is down is published once NATS is back', async () => {
  const pause = pausing('one', 2);
  const service = await startService(db, nats.url, { writeSection: pause.write });
  const order = newOrder();
  await prepare(service.bus, order);
  await publish(service.bus, order);
  await pause.paused;
  await nats.kill();
  pause.release();
  await waitFor(async () => (await rowOf(db, order.id))?.status === 'completed');
  await nats.start();
  await waitFor(() => service.bus.connected, { timeoutMs: 15_000 });
  const events = await waitFor(() => eventsAfter(service.bus, order));
  await waitFor(async () => (await liveEvents(service.bus, order.id)).length >= events.length);
  // Those under way when it went may come after later ones; their numbers tell.
  const live = await liveEvents(service.bus, order.id);
  expect(live.toSorted((a, b) => a.number - b.number)).toEqual(events);
  await waitFor(async () => (await endsOf(service.bus, order.id)).length > 0);
  expect(await endsOf(service.bus, order.id)).toEqual(['completed']);
  expect(pause.count()).toBe(reportSections.length);
  await service.stop();
});
