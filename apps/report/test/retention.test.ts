import { testTenantOf } from '@redline/contracts';
import { createId, firstIdAt } from '@redline/service-kit/ids';
import { createRetention } from '@redline/service-kit/partitions';
import { waitFor } from '@redline/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { retainedReports, watchedForMs } from '../src/handlers/erase.ts';
import {
  age,
  eventsAfter,
  latestOf,
  newOrder,
  type Order,
  openReportBed,
  prepare,
  publish,
  quiet,
  rowOf,
  startService,
  type TestService,
} from './service.ts';

const dayMs = 86_400_000;
const { db, nats, dispose } = await openReportBed();
let service: TestService;
beforeAll(async () => {
  service = await startService(db, nats.url);
});
afterAll(async () => {
  await service.stop();
  await dispose();
});

/** A report that was ordered so many days ago. */
const daysOld = (days: number, changes: Partial<Order> = {}): Order =>
  newOrder({
    ...changes,
    id: `${firstIdAt('report', Date.now() - days * dayMs).slice(0, 17)}${createId('report').slice(17)}`,
  });

async function written(order: Order): Promise<Order> {
  expect((await prepare(service.bus, order)).outcome).toBe('prepared');
  await publish(service.bus, order);
  await waitFor(async () => (await rowOf(db, order.id))?.status === 'completed');
  return order;
}

const turn = () => createRetention(db, retainedReports(30), { log: quiet })(new AbortController().signal);

async function sectionsOf({ id }: Order): Promise<number> {
  const { rows } = await sql`select from report_sections where report_id = ${id}`.execute(db);
  return rows.length;
}

describe('a report of a test key', () => {
  it('is gone after a day, and none of a live key', async () => {
    const scope = { ...newOrder().scope, tenantId: testTenantOf('') };
    const [old, live] = [await written(daysOld(1.1, { scope })), await written(daysOld(1.1))];
    for (const { id } of [old, live]) await age(db, id, { byMs: 2 * watchedForMs });
    await turn();
    expect(await rowOf(db, old.id)).toBeUndefined();
    expect(await rowOf(db, live.id)).toBeDefined();
  });
});

describe('a report past its retention', () => {
  it('is gone with its sections, and is not found; a younger one is read as before', async () => {
    const [old, young] = [await written(daysOld(31)), await written(daysOld(29))];
    for (const { id } of [old, young]) await age(db, id, { byMs: 2 * watchedForMs });
    await turn();
    await turn();
    expect(await rowOf(db, old.id)).toBeUndefined();
    expect(await sectionsOf(old)).toBe(0);
    expect(await eventsAfter(service.bus, old)).toBeUndefined();
    expect(await latestOf(service.bus, old)).toEqual({ outcome: 'found', report: null });
    expect(await sectionsOf(young)).toBe(6);
    expect(await latestOf(service.bus, young)).toMatchObject({ report: { id: young.id } });
  });

  it('stays while it is written, and for as long after its end as it is watched', async () => {
    const waiting = daysOld(400);
    expect((await prepare(service.bus, waiting)).outcome).toBe('prepared');
    await age(db, waiting.id, { byMs: 2 * watchedForMs });
    const ended = await written(daysOld(400));
    await turn();
    expect((await rowOf(db, waiting.id))?.status).toBe('processing');
    expect(await sectionsOf(ended)).toBe(6);
    await age(db, ended.id, { byMs: 2 * watchedForMs });
    await turn();
    expect(await rowOf(db, ended.id)).toBeUndefined();
  });
});
