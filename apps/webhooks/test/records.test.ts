import {
  batchRequests,
  imageRequests,
  reportRequests,
  textRequests,
  videoRequests,
} from '@redline/contracts';
import { serve } from '@redline/service-kit/bus';
import { startTestNats } from '@redline/testkit';
import { afterAll, expect, it } from 'vitest';
import { recordReader } from '../src/clients/records.ts';
import { newScope, openBus } from './service.ts';

const nats = await startTestNats();
const bus = await openBus(nats.url);
afterAll(async () => {
  await bus.close();
  await nats.dispose();
});

const scope = newScope();
const report = {
  id: 'report_1',
  object: 'video_check_report',
  videoCheckId: 'video_1',
  content: '报告',
  creditCost: 10,
  createdAt: '2026-11-30T12:00:00.000Z',
} as const;

it('the record of a report is the newest one of its video', async () => {
  const asked: unknown[] = [];
  const latest = async (question: unknown) => {
    asked.push(question);
    return { outcome: 'found', report } as const;
  };
  const serving = serve(bus, reportRequests.latest, latest, { queue: 'report', concurrency: 1 });
  await bus.ping();
  expect(await recordReader(bus)({ kind: 'report', id: 'video_1', scope })).toEqual(report);
  expect(asked).toEqual([{ scope, videoCheckId: 'video_1' }]);
  await serving.stop();
});

it.each([
  ['text', textRequests.get],
  ['image', imageRequests.get],
  ['video', videoRequests.get],
  ['batch', batchRequests.get],
] as const)(
  'the record of a %s is asked of its owner, in its scope; null when it is gone',
  async (kind, row) => {
    const asked: unknown[] = [];
    const get = async (question: unknown) => {
      asked.push(question);
      return { outcome: 'not_found' } as const;
    };
    const serving = serve(bus, row, get, { queue: 'owner', concurrency: 1 });
    await bus.ping();
    expect(await recordReader(bus)({ kind, id: `${kind}_1`, scope })).toBeNull();
    expect(asked).toEqual([{ scope, id: `${kind}_1` }]);
    await serving.stop();
  },
);

it('an owner that does not answer is an error, so that the delivery is handed back', async () => {
  await expect(recordReader(bus)({ kind: 'text', id: 'text_1', scope })).rejects.toMatchObject({
    name: 'BusError',
  });
});
