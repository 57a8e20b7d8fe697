import { evaluateRequests } from '@redline/contracts';
import { BusError, serveAll } from '@redline/service-kit/bus';
import { startTestNats } from '@redline/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { evaluator } from '../src/clients/text-engine.ts';
import { newScope, openBus } from './engine.ts';

const nats = await startTestNats();
const bus = await openBus(nats.url);
afterAll(async () => {
  await bus.close();
  await nats.dispose();
});

const ask = {
  scope: newScope(),
  requestId: 'req-1',
  platform: 'dtc_us',
  vertical: 'general',
  productVertical: null,
  sceneMode: null,
  types: null,
  audioTypes: null,
};
const question = () => ({ medium: 'picture' as const, passages: [{ id: '0', text: 'cures' }], labels: [] });
const pack = { id: 'test', version: '1', contentHash: 'x' };

describe('a text engine that is away', () => {
  it('is waited for, so that detectors need not run again', async () => {
    const answer = evaluator(bus, 10_000)(ask, question());
    const handlers = {
      evaluate: async () => ({ pack, passages: [], labels: [] }),
      labels: async () => ({ pack, labels: [] }),
    };
    await expect(evaluator(bus, 0)(ask, question())).rejects.toThrow(BusError);
    const serving = serveAll(bus, evaluateRequests, handlers, { queue: 'test', concurrency: 1 });
    expect(await answer).toMatchObject({ pack });
    await serving.stop();
  });

  it('is waited for no longer than it may be', async () => {
    const answer = evaluator(bus, 300)(ask, question());
    await expect(answer).rejects.toMatchObject({ code: 'no_responders' });
  });
});
