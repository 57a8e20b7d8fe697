import { billingRequests, streams } from '@redline/contracts';
import { call, connectBus } from '@redline/service-kit/bus';
import { makeStreams } from '@redline/service-kit/test/make-streams';
import { itRunsAsAProcess, openServiceProcess } from '@redline/testkit';
import { afterAll, describe, expect } from 'vitest';
import { log } from './fixtures.ts';

const service = await openServiceProcess(new URL('../src/main.ts', import.meta.url), { purpose: 'billing' });
await makeStreams(service.natsUrl, streams);
afterAll(service.dispose);

describe('the process', () => {
  itRunsAsAProcess(service, {
    name: 'billing',
    wrong: { OPS_PORT: '-1' },
    async whileRunning() {
      const bus = await connectBus({ url: service.natsUrl, name: 'test', log });
      const reply = await call(bus, billingRequests.accountCreate, { email: 'first@example.com' });
      expect(reply.outcome).toBe('created');
      expect(await service.readMetrics()).toContain('billing_charges_total');
      await bus.close();
    },
  });
});
