import { randomUUID } from 'node:crypto';
import { type BillLine, billingRequests, type SiteId, streams, textEvents } from '@redline/contracts';
import {
  type Bus,
  call,
  connectBus,
  ensureStreams,
  type RequestRow,
  type Running,
} from '@redline/service-kit/bus';
import { createDb, type DbOptions, migrate } from '@redline/service-kit/db';
import { createId } from '@redline/service-kit/ids';
import { createLogger } from '@redline/service-kit/log';
import { createMetrics } from '@redline/service-kit/metrics';
import { startTestNats, testServers, waitFor } from '@redline/testkit';
import { createMigratedDatabase } from '@redline/testkit/service';
import { afterAll } from 'vitest';
import type { z } from 'zod';
import { migrations } from '../migrations/index.ts';
import { buildApp } from '../src/app.ts';
import { createBillingMetrics } from '../src/billing-metrics.ts';
import { statusReader } from '../src/clients/owners.ts';
import type { Deps } from '../src/deps.ts';
import type { ChargeReply } from '../src/domain/charging.ts';
import { type Db, databaseOptions, type Tables } from '../src/store/tables.ts';

export const log = createLogger({ service: 'billing-test', level: 'silent' });
const limits = {
  ...{ requestConcurrency: 1_000, refundConcurrency: 4, eventAckWaitMs: 30_000 },
  ...{ reconcileEveryMs: 86_400_000, auditEveryMs: 86_400_000, eraseEveryMs: 86_400_000 },
};

/** The clock of the ledger under test. */
export interface Clock {
  now: () => Date;
}

const connectDb =
  ({ preparedMax = 0 }: PoolOptions) =>
  (url: string): Db =>
    createDb<Tables>({
      url,
      poolMax: 10,
      statementTimeoutMs: 10_000,
      applicationName: 'billing-test',
      log,
      preparedMax,
    });

type PoolOptions = Pick<DbOptions, 'preparedMax'>;

export const depsOf = (db: Db, clock: Clock): Deps => ({
  db,
  auditDb: db,
  auditTimeoutMs: 10_000,
  metrics: createBillingMetrics(createMetrics({ service: 'billing-test' }).registry),
  readStatuses: async () => new Map(),
  eraseAtOwner: async () => ({ removed: {}, left: {} }),
  erasureWaitMs: 1_000,
  creditsLowAt: 100,
  wakeRelay() {},
  signUpCredits: 25,
  now: () => clock.now(),
});

/** Creates a migrated database, and a clock that can be set. */
export async function setUpLedger(
  adminUrl = testServers().postgresAdminUrl,
  pool: PoolOptions = databaseOptions,
) {
  const { db, url, dispose } = await createMigratedDatabase({
    adminUrl,
    purpose: 'billing',
    open: connectDb(pool),
    migrate: (db) => migrate(db, migrations, { session: { statementTimeoutMs: 10_000, ...databaseOptions } }),
  });
  afterAll(dispose);
  const clock: Clock = { now: () => new Date() };
  return { db, clock, deps: depsOf(db, clock), url };
}

/** Starts billing with its own database and NATS server; tests call it over the bus, as other services do. */
export async function setUpBilling(adminUrl?: string, pool?: PoolOptions) {
  const ledger = await setUpLedger(adminUrl, pool);
  const nats = await startTestNats();
  const bus = await connectBus({ url: nats.url, name: 'billing-test', log });
  await ensureStreams(bus, streams);
  const deps = { ...ledger.deps, readStatuses: statusReader(bus) };
  const start = () => buildApp(deps).start(bus, limits);
  let running: Running = await start();
  afterAll(async () => {
    await running.stop();
    await bus.close();
    await nats.dispose();
  });
  return {
    ...ledger,
    deps,
    nats,
    bus,
    ...clientOf(bus),
    stopServing: () => running.stop(),
    async serveAgain() {
      running = await start();
    },
  };
}

type Ending = 'failed' | 'cancelled';

/**
 * Tells the end of a record as its owner's relay does; the stream drops a message id that it saw within two minutes.
 */
export async function publishEnd(
  bus: Bus,
  end: {
    readonly accountId: string;
    readonly id: string;
    readonly ending?: Ending;
    readonly messageId?: string;
  },
): Promise<void> {
  const { accountId, id, ending = 'failed', messageId } = end;
  const scope = { accountId, siteId: 'us', tenantId: '' } as const;
  const payload = { version: 1, id, scope, occurredAt: new Date().toISOString(), reason: 'test' };
  await bus.jetstream.publish(textEvents[ending].subject, JSON.stringify(payload), {
    ...(messageId ? { msgID: messageId } : {}),
  });
}

/** Waits until a line is refunded. */
export const refunded = (db: Db, lineId: string) =>
  waitFor(() => db.selectFrom('refunds').selectAll().where('line_id', '=', lineId).executeTakeFirst(), {
    timeoutMs: 15_000,
    what: `the refund of ${lineId}`,
  });

/** Short forms of the requests to billing. */
function clientOf(bus: Bus) {
  const ask = <R extends RequestRow>(row: R, payload: z.input<R['request']>) => call(bus, row, payload);
  const createAccount = async () => {
    const reply = await ask(billingRequests.accountCreate, { email: `${randomUUID()}@example.com` });
    if (reply.outcome !== 'created') throw new Error(reply.message);
    return reply.accountId;
  };
  const grant = async (accountId: string, amount: number, options: GrantOptions = {}) => {
    const { siteId = 'us', bucket = 'booster', expiresAt = null } = options;
    const order = { accountId, siteId, bucket, amount, expiresAt };
    const reply = await ask(billingRequests.creditsGrant, order);
    if (reply.outcome !== 'granted') throw new Error(reply.message);
    return reply.grantId;
  };
  return {
    ask,
    createAccount,
    grant,
    /** Creates an account with one grant that never expires. */
    async accountWith(amount: number) {
      const accountId = await createAccount();
      await grant(accountId, amount);
      return accountId;
    },
    charge: (accountId: string, order: Partial<ChargeOrder> = {}): Promise<ChargeReply> =>
      ask(billingRequests.charge, chargeOrder(accountId, order)),
    async facts(accountId: string, siteId: SiteId = 'us') {
      const reply = await ask(billingRequests.account, { accountId, siteId });
      if (reply.outcome !== 'found') throw new Error(`no account ${accountId}`);
      return reply.facts;
    },
    balance: async (accountId: string) => {
      const reply = await ask(billingRequests.account, { accountId, siteId: 'us' });
      return reply.outcome === 'found' ? reply.facts.credits.total : undefined;
    },
    differences: async () => (await ask(billingRequests.audit, {})).differences,
  };
}

interface GrantOptions {
  readonly siteId?: SiteId;
  readonly bucket?: 'subscription' | 'activity' | 'booster';
  readonly expiresAt?: string | null;
}

type ChargeOrder = z.input<typeof billingRequests.charge.request>;

/** Builds the charge of a text check, as the gateway sends it. */
export function chargeOrder(accountId: string, order: Partial<ChargeOrder> = {}): ChargeOrder {
  const operationId = order.operationId ?? createId('text');
  return {
    accountId,
    siteId: 'us',
    tenantId: '',
    deadlineMs: Date.now() + 10_000,
    lines: [textLine(operationId)],
    ...order,
    operationId,
  };
}

export const textLine = (lineId: string = createId('text')): BillLine => ({
  lineId,
  item: 'text_check',
  quantity: 1,
});
