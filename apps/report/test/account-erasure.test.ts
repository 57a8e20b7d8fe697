import { erasureRequests } from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import { waitFor } from '@redline/testkit';
import { eraseAll, tablesNaming } from '@redline/testkit/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embeddedWriter } from '../src/domain/embedded-writer.ts';
import type { WriteSection } from '../src/domain/write-section.ts';
import {
  endsOf,
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
afterAll(async () => {
  await service.stop();
  await dispose();
});

async function ordered(order = newOrder()): Promise<Order> {
  expect((await prepare(service.bus, order)).outcome).toBe('prepared');
  await publish(service.bus, order);
  return order;
}
const statusOf = async ({ id }: Order) => (await rowOf(db, id))?.status;
const written = async (order: Order) => {
  await ordered(order);
  await waitFor(async () => (await statusOf(order)) === 'completed');
};
const erase = ({ scope: { accountId } }: Order) =>
  eraseAll(() => call(service.bus, erasureRequests.report, { accountId }));
const withoutMessages = ({ outbox: _, outbox_published: __, ...others }: Record<string, number>) => others;

describe('an erased account', () => {
  it('leaves no report; one that is being written is waited for; another account keeps its own', async () => {
    const [gone, kept] = [newOrder(), newOrder()];
    await written(gone);
    await written(kept);
    const hold = Promise.withResolvers<void>();
    write = async (...asked) => {
      await hold.promise;
      return embeddedWriter(...asked);
    };
    const running = await ordered(newOrder({ scope: gone.scope }));
    const before = withoutMessages(await tablesNaming(db, kept.scope.accountId));

    expect(await erase(gone)).toEqual({ removed: { reports: 1 }, left: { reports: 1 } });
    hold.resolve();
    await expect.poll(async () => (await erase(gone)).left, { timeout: 10_000 }).toEqual({});

    await expect.poll(() => endsOf(service.bus, running.id)).toContain('completed');
    expect(withoutMessages(await tablesNaming(db, gone.scope.accountId))).toEqual({});
    expect(await tablesNaming(db, gone.id)).not.toHaveProperty('report_sections');
    expect(withoutMessages(await tablesNaming(db, kept.scope.accountId))).toEqual(before);
  });
});
