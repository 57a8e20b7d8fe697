import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { streams, webhookRequests } from '@redline/contracts';
import { type Bus, call } from '@redline/service-kit/bus';
import { makeStreams } from '@redline/service-kit/test/make-streams';
import { openServiceProcess, waitFor } from '@redline/testkit';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect, it } from 'vitest';
import { createEndpoint, newScope, openBus, publishCompleted } from './service.ts';

/** `WEBHOOK_EVENTS=10000 npx vitest run --project integration apps/webhooks/test/kills.test.ts` sends so many. */
const events = Number(process.env['WEBHOOK_EVENTS'] ?? 500);
/** A minute, and one more for a thousand: on a busy machine. */
const timeoutMs = 60_000 + events * 60;
/** A delivery that fails half of the time has failed forty times once in 10^12. */
const retries = 40;

const service = await openServiceProcess(new URL('../src/main.ts', import.meta.url), {
  purpose: 'webhooks',
  env: {
    ENDPOINT_SECRET_KEYS: `first:${Buffer.alloc(32, 7).toString('base64')}`,
    ENDPOINT_NETWORKS: '127.0.0.0/8',
    RETRY_WAITS_SECONDS: Array.from({ length: retries }, () => '0.2').join(),
    ATTEMPT_TIMEOUT_MS: '1000',
    DELIVERY_LEASE_MS: '2000',
    DELIVERY_POLL_MS: '50',
    ENDPOINT_CONCURRENCY: '32',
    EVENT_ACK_WAIT_MS: '2000',
  },
});
await makeStreams(service.natsUrl, streams);
afterAll(() => service.dispose());

/** A receiver that fails half of the time: by its status, by breaking off, and by losing its answer. */
async function startFailing(secretOf: (path: string) => string | undefined) {
  const accepted = new Map<string, number>();
  const seen = { attempts: 0, wrong: 0, lost: 0 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      seen.attempts++;
      const id = String(request.headers['webhook-id']);
      try {
        const verifying = new Webhook(secretOf(request.url ?? '') ?? '');
        verifying.verify(Buffer.concat(chunks), request.headers as Record<string, string>);
      } catch {
        seen.wrong++;
      }
      const draw = Math.random();
      if (draw < 0.3) return response.writeHead(503).end();
      if (draw < 0.4) return request.socket.destroy();
      accepted.set(id, (accepted.get(id) ?? 0) + 1);
      if (draw >= 0.5) return response.writeHead(204).end();
      seen.lost++;
      return request.socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    accepted,
    seen,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function endsOf(bus: Bus, scope: ReturnType<typeof newScope>, id: string) {
  const counts: Record<string, number> = {};
  let after: string | null = null;
  for (;;) {
    const reply: Awaited<ReturnType<typeof page>> = await page(bus, scope, id, after);
    if (reply.outcome !== 'listed') throw new Error(reply.outcome);
    for (const { status } of reply.deliveries) counts[status] = (counts[status] ?? 0) + 1;
    after = reply.next;
    if (after === null) return counts;
  }
}
const page = (bus: Bus, scope: ReturnType<typeof newScope>, id: string, after: string | null) =>
  call(bus, webhookRequests.deliveries, { scope, id, pageSize: 50, after });

it(`${events} events reach a receiver that fails half of the time, the service killed twice`, {
  timeout: timeoutMs,
}, async () => {
  const secrets = new Map<string, string>();
  const receiver = await startFailing((path) => secrets.get(path));
  const bus = await openBus(service.natsUrl);
  expect((await service.migrate()).code).toBe(0);
  let running = await service.start();
  const kill = async () => {
    running.child.kill('SIGKILL');
    await running.ended;
    running = await service.start();
  };
  const scope = newScope();
  const endpoint = await createEndpoint(bus, scope, { url: `${receiver.url}/hook` });
  secrets.set('/hook', endpoint.secret);
  const inside = { url: 'https://10.0.0.1/hook' };
  const refused = await call(bus, webhookRequests.create, { scope, endpoint: inside });
  expect(refused.outcome).toBe('refused');

  const startedMs = performance.now();
  const publishing = (async () => {
    for (let sent = 0; sent < events; sent += 100)
      await Promise.all(
        Array.from({ length: Math.min(100, events - sent) }, () => publishCompleted(bus, scope)),
      );
  })();
  const reached = (share: number) =>
    waitFor(() => receiver.accepted.size >= events * share, { timeoutMs, what: `${share} of the events` });
  await reached(0.2);
  await kill();
  await reached(0.6);
  await kill();
  await publishing;
  await reached(1);
  const seconds = (performance.now() - startedMs) / 1_000;
  const ends = await waitFor(
    async () => {
      const counts = await endsOf(bus, scope, endpoint.id);
      return counts['delivered'] === events ? counts : undefined;
    },
    { timeoutMs: 30_000, everyMs: 200, what: 'the end of every delivery' },
  );

  const again = [...receiver.accepted.values()].filter((count) => count > 1).length;
  const figures = { events, seconds: Math.round(seconds), ...receiver.seen, acceptedAgain: again };
  process.stdout.write(`${JSON.stringify(figures)}
`);
  expect(ends).toEqual({ delivered: events });
  expect(receiver.accepted.size).toBe(events);
  expect(receiver.seen.wrong).toBe(0);
  expect(receiver.seen.attempts).toBeGreaterThan(events * 1.5);
  running.child.kill('SIGTERM');
  expect((await running.ended).code).toBe(0);
  await bus.close();
  await receiver.close();
});
