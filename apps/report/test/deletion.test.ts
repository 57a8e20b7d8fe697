import { reportRequests, videoEvents } from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import { createMetrics } from '@redline/service-kit/metrics';
import { appendOutbox, eventMessage } from '@redline/service-kit/outbox';
import { waitFor } from '@redline/testkit';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { embeddedWriter } from '../src/domain/embedded-writer.ts';
import type { WriteSection } from '../src/domain/write-section.ts';
import { createErasing, watchedForMs } from '../src/handlers/erase.ts';
import { createReportMetrics } from '../src/report-metrics.ts';
import {
  age,
  endsOf,
  eventsAfter,
  newOrder,
  type Order,
  openReportBed,
  prepare,
  publish,
  rowOf,
  startService,
  type TestService,
} from './service.ts';

const { db, nats, dispose } = await openReportBed();
let service: TestService;
let write: WriteSection = embeddedWriter;

beforeAll(async () => {
  service = await startService(db, nats.url, { writeSection: (...asked) => write(...asked) });
});
afterEach(() => {
  write = embeddedWriter;
});
afterAll(async () => {
  await service.stop();
  await dispose();
});

const statusOf = async ({ id }: Order) => (await rowOf(db, id))?.status;

async function ordered(order = newOrder()): Promise<Order> {
  expect((await prepare(service.bus, order)).outcome).toBe('prepared');
  await publish(service.bus, order);
  return order;
}
async function written(order = newOrder()): Promise<Order> {
  await ordered(order);
  await waitFor(async () => (await statusOf(order)) === 'completed');
  return order;
}

/** Tells of a deletion as the media engine does. */
const checkDeletedAt = ({ videoCheckId: id, scope }: Order, siteId = scope.siteId) =>
  db.transaction().execute((trx) =>
    appendOutbox(trx, [
      eventMessage(videoEvents.deleted, {
        version: 1,
        id,
        scope: { ...scope, siteId },
        occurredAt: new Date().toISOString(),
      }),
    ]),
  );

const erasedAt = async ({ id }: Order) => (await rowOf(db, id))?.deleted_at ?? null;

/** All that is stored of a report but its message ids. */
async function contentOf({ id }: Order): Promise<string> {
  const { rows } = await sql<{ content: string }>`
    select concat((select string_agg(body, '') from report_sections where report_id = ${id}),
      (select findings::text from reports where id = ${id}),
      (select string_agg(payload::text, '') from outbox_published where subject = ${`report.${id}`})) as content`.execute(
    db,
  );
  return rows[0]?.content ?? '';
}

/** One turn of what erases reports that have ended after their check was deleted. */
const eraseNow = () =>
  createErasing({ db, metrics: createReportMetrics(createMetrics({ service: 'test' }).registry) })(
    new AbortController().signal,
  );

describe('reports of a check that is deleted', () => {
  it('are gone for a resume and from the database, and billing still finds their state', async () => {
    const first = await written();
    const second = await written({ ...newOrder(), scope: first.scope, videoCheckId: first.videoCheckId });
    const other = await written(newOrder({ scope: first.scope }));
    expect(await contentOf(first)).toContain('根治感冒');
    await checkDeletedAt(first);
    for (const order of [first, second]) {
      await waitFor(async () => (await erasedAt(order)) !== null);
      expect(await eventsAfter(service.bus, order)).toBeUndefined();
      expect(await contentOf(order)).toBe('');
    }
    const { records } = await call(service.bus, reportRequests.statuses, { ids: [first.id] });
    expect(records).toMatchObject([{ id: first.id, status: 'completed' }]);
    expect(await eventsAfter(service.bus, other)).not.toEqual([]);
    expect(await erasedAt(other)).toBeNull();
  });

  it('run out if they are being written, and are erased after their end', async () => {
    const hold = Promise.withResolvers<void>();
    write = async (...asked) => {
      await hold.promise;
      return embeddedWriter(...asked);
    };
    const order = await ordered();
    await waitFor(async () => (await rowOf(db, order.id))?.attempt === 1);
    await checkDeletedAt(order);
    await waitFor(async () =>
      (await db.selectFrom('deleted_checks').selectAll().execute()).some(
        ({ video_check_id }) => video_check_id === order.videoCheckId,
      ),
    );
    await eraseNow();
    expect(await erasedAt(order)).toBeNull();
    hold.resolve();
    await waitFor(async () => (await statusOf(order)) === 'completed');
    await waitFor(async () => (await endsOf(service.bus, order.id)).length > 0);
    expect(await endsOf(service.bus, order.id)).toEqual(['completed']);
    expect((await eventsAfter(service.bus, order))?.at(-1)?.event).toBe('complete');
    await eraseNow();
    expect(await erasedAt(order)).toBeNull();
    await age(db, order.id, { byMs: watchedForMs });
    await eraseNow();
    expect(await erasedAt(order)).not.toBeNull();
    expect([await eventsAfter(service.bus, order), await contentOf(order)]).toEqual([undefined, '']);
  });

  it('are erased too if they failed, and cannot be replayed', async () => {
    const order = newOrder();
    await prepare(service.bus, order);
    await sql`update reports set status = 'failed', failure_reason = 'never_taken' where id = ${order.id}`.execute(
      db,
    );
    await checkDeletedAt(order);
    await waitFor(async () => (await erasedAt(order)) !== null);
    expect(await contentOf(order)).toBe('');
    expect(await call(service.bus, reportRequests.reopen, { id: order.id })).toEqual({
      outcome: 'not_found',
    });
  });

  it('are erased also if they were stored after their check was deleted', async () => {
    const order = newOrder();
    await checkDeletedAt(order);
    await waitFor(async () =>
      (await db.selectFrom('deleted_checks').selectAll().execute()).some(
        ({ video_check_id }) => video_check_id === order.videoCheckId,
      ),
    );
    await written(order);
    await age(db, order.id, { byMs: watchedForMs });
    await eraseNow();
    expect(await erasedAt(order)).not.toBeNull();
  });

  it('leave no trace of the check after an hour', async () => {
    const order = await written();
    await checkDeletedAt(order);
    await waitFor(async () => (await erasedAt(order)) !== null);
    await sql`update deleted_checks set deleted_at = deleted_at - interval '61 minutes'`.execute(db);
    await eraseNow();
    const left = await db.selectFrom('deleted_checks').selectAll().execute();
    expect(left.filter(({ video_check_id }) => video_check_id === order.videoCheckId)).toEqual([]);
  });
});
