import { streams, webhookRequests } from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import { makeStreams } from '@redline/service-kit/test/make-streams';
import { itRunsAsAProcess, openServiceProcess, waitFor } from '@redline/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { isSignedBy, startReceiver } from './receiver.ts';
import { createEndpoint, newScope, openBus, publishCompleted } from './service.ts';

const receiver = await startReceiver();
const service = await openServiceProcess(new URL('../src/main.ts', import.meta.url), {
  purpose: 'webhooks',
  env: {
    ENDPOINT_SECRET_KEYS: `first:${Buffer.alloc(32, 7).toString('base64')}`,
    ENDPOINT_NETWORKS: '127.0.0.0/8',
  },
});
await makeStreams(service.natsUrl, streams);
afterAll(() => Promise.all([service.dispose(), receiver.close()]));

async function deliverOne() {
  const bus = await openBus(service.natsUrl);
  const scope = newScope();
  const { secret, id } = await createEndpoint(bus, scope, { url: receiver.urlOf('/hook') });
  await publishCompleted(bus, scope);
  const received = await waitFor(() => receiver.at('/hook')[0]);
  expect(isSignedBy(secret, received)).toBe(true);
  const refused = { url: 'https://169.254.169.254/latest/meta-data' };
  expect(await call(bus, webhookRequests.create, { scope, endpoint: refused })).toMatchObject({
    outcome: 'refused',
  });
  expect(await call(bus, webhookRequests.test, { scope, id })).toMatchObject({ outcome: 'queued' });
  await waitFor(() => receiver.at('/hook')[1]);
  const metrics = await waitFor(async () => {
    const text = await service.readMetrics();
    return /webhook_deliveries_ended_total\{status="delivered".*\} 2/.test(text) ? text : undefined;
  });
  expect(metrics).toMatch(/webhook_delivery_overdue_seconds(\{.*\})? 0/);
  expect(metrics).toMatch(/webhook_attempts_total\{outcome="accepted".*\} 2/);
  await bus.close();
}

describe('the process', () => {
  itRunsAsAProcess(service, {
    name: 'webhooks',
    wrong: { DELIVERY_CONCURRENCY: '0' },
    whileRunning: deliverOne,
    neverLogs: /whsec_|BwcHBwcH/,
  });

  it('does not start with a key that is none, and says so in a line that does not show it', async () => {
    const { code, output } = await service.run([], { ENDPOINT_SECRET_KEYS: `first:${'A'.repeat(50)}` }).ended;
    expect(code).toBe(1);
    expect(output.trim()).toMatch(/^webhooks: ENDPOINT_SECRET_KEYS is /);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).not.toContain('AAAA');
  });
});
