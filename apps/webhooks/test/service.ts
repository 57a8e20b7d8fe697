import { randomBytes, randomUUID } from 'node:crypto';
import { type Scope, streams, textEvents, webhookRequests } from '@redline/contracts';
import { createPost, createPublicAgent, type Internet, readNetworks } from '@redline/public-client';
import { type Bus, call } from '@redline/service-kit/bus';
import { createDb, migrate } from '@redline/service-kit/db';
import { createId } from '@redline/service-kit/ids';
import { createLogger } from '@redline/service-kit/log';
import { createMetrics } from '@redline/service-kit/metrics';
import { openTestBus } from '@redline/service-kit/test/make-streams';
import { openTestBed, testServers } from '@redline/testkit';
import { createMigratedDatabase, messageContext, runningOn } from '@redline/testkit/service';
import type { z } from 'zod';
import { migrations } from '../migrations/index.ts';
import { buildApp, type Limits } from '../src/app.ts';
import { createEndpointUrls } from '../src/clients/endpoint-url.ts';
import { createSecretBox } from '../src/clients/secret-box.ts';
import type { Deps } from '../src/deps.ts';
import { checkCompleted } from '../src/domain/event-of.ts';
import { queueEvent } from '../src/handlers/follow-events.ts';
import { type Db, databaseOptions, type Tables } from '../src/store/tables.ts';
import { createWebhooksMetrics } from '../src/webhooks-metrics.ts';

export const quiet = createLogger({ service: 'test', level: 'silent' });

const session = { statementTimeoutMs: 5_000, ...databaseOptions };

const createTestDb = () =>
  createMigratedDatabase({
    purpose: 'webhooks',
    adminUrl: testServers().postgresAdminUrl,
    open: (url): Db => createDb<Tables>({ applicationName: 'webhooks-test', url, poolMax: 10, ...session }),
    migrate: (db) => migrate(db, migrations, { session }),
  });

export const openBus = (url: string) => openTestBus(url, streams);

/** Opens the servers of one test file, for services that a test starts on them. */
export const openWebhooksBed = () => openTestBed({ database: createTestDb, bus: openBus });

export const newScope = (changes: Partial<Scope> = {}): Scope => ({
  accountId: `acct_${randomUUID()}`,
  siteId: 'us',
  tenantId: '',
  ...changes,
});

export const box = createSecretBox([{ name: 'test', key: randomBytes(32) }]);

const limits: Limits = {
  requestConcurrency: 256,
  eventConcurrency: 8,
  eventAckWaitMs: 30_000,
  deliveries: { concurrency: 16, ofEndpoint: 4, leaseMs: 2_000, pollMs: 20, stopTimeoutMs: 1_000 },
  retentionDays: 7,
  eraseEveryMs: 50,
};

const loopback: Internet = {
  resolve: async (name) => {
    throw new Error(`nobody has said where ${name} is`);
  },
  dial: (target) => target,
};

type Changes = Partial<Omit<Deps, 'post' | 'urls'>> & {
  readonly network?: Internet;
  /** That endpoints may be in beside public ones; loopback where it is left out. */
  readonly networks?: readonly string[];
  readonly deliveries?: Partial<Limits['deliveries']>;
};

/**
 * Starts the service as `main` does, on a bus of its own; `stop` closes that too. Endpoints may be on loopback, and retries
 * come after some tens of milliseconds.
 */
export async function startService(db: Db, natsUrl: string, changes: Changes = {}) {
  const { network = loopback, networks = ['127.0.0.0/8'], deliveries, ...changed } = changes;
  const isInNetworks = networks.length > 0 ? readNetworks(networks) : null;
  const bus = await openBus(natsUrl);
  const urls = createEndpointUrls(isInNetworks, network.resolve);
  const dispatcher = createPublicAgent(network, {
    isHttpPrivate: true,
    ...(isInNetworks ? { isInNetworks } : {}),
  });
  const timeoutMs = changed.timeoutMs ?? 500;
  const app = buildApp({
    db,
    bus,
    urls,
    box,
    readRecord: async () => null,
    post: createPost({ dispatcher, timeoutMs, answerBytesMax: 4_096 }),
    timeoutMs,
    waitsMs: [20, 20, 40, 40],
    now: () => new Date(),
    random: Math.random,
    metrics: createWebhooksMetrics(createMetrics({ service: 'test' }).registry),
    ...changed,
  });
  const running = await app.start({ ...limits, deliveries: { ...limits.deliveries, ...deliveries } }, quiet);
  return runningOn(bus, { stop: () => dispatcher.close() }, running);
}

export type TestService = Awaited<ReturnType<typeof startService>>;

type NewEndpoint = z.input<typeof webhookRequests.create.request>['endpoint'];

/** Creates an endpoint that must be accepted. */
export async function createEndpoint(bus: Bus, scope: Scope, endpoint: NewEndpoint) {
  const reply = await call(bus, webhookRequests.create, { scope, endpoint });
  if (reply.outcome !== 'created') throw new Error(reply.message);
  return reply.endpoint;
}

/** Publishes the event of a text check, as the text engine's relay does. */
export async function publishCompleted(
  bus: Bus,
  scope: Scope,
  id: string = createId('text'),
  messageId = `${randomUUID()}`,
) {
  const payload = { version: 1, id, scope, occurredAt: new Date().toISOString() };
  await bus.jetstream.publish(textEvents.completed.subject, JSON.stringify(payload), { msgID: messageId });
  return id;
}

export async function deliveriesOf(bus: Bus, scope: Scope, id: string) {
  const reply = await call(bus, webhookRequests.deliveries, { scope, id, pageSize: 50, after: null });
  if (reply.outcome !== 'listed') throw new Error(reply.outcome);
  return reply.deliveries;
}

export async function endpointOf(bus: Bus, scope: Scope, id: string) {
  const reply = await call(bus, webhookRequests.get, { scope, id });
  if (reply.outcome !== 'found') throw new Error(reply.outcome);
  return reply.endpoint;
}

/**
 * Hears the event of a text check as the consumer gives it, so that a message may come twice: a stream drops the second one
 * within two minutes.
 * @returns the number of deliveries that it queued
 */
export async function hearCompleted(db: Db, scope: Scope, id: string, messageId: string): Promise<number> {
  const count = async () => (await db.selectFrom('webhook_deliveries').select('id').execute()).length;
  const before = await count();
  const metrics = createWebhooksMetrics(createMetrics({ service: 'test' }).registry);
  const hear = queueEvent(
    { db, now: () => new Date(), metrics, wakeDeliveries() {} },
    { durable: 'webhooks-text-completed', eventOf: checkCompleted('text') },
  );
  const delivery = { messageId, deliveredCount: 1, publishedAt: new Date(), working() {} };
  const { signal: stopping } = new AbortController();
  const context = { ...messageContext(textEvents.completed.subject, quiet), ...delivery, stopping };
  await hear({ id, scope, occurredAt: new Date().toISOString() }, context);
  return (await count()) - before;
}
