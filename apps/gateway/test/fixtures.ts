import type { Server } from 'node:http';
import { gatewayRequests, type SiteId, streams, us } from '@redline/contracts';
import { type Bus, call, connectBus, ensureStreams, type Running } from '@redline/service-kit/bus';
import { loadConfig } from '@redline/service-kit/config';
import { createDb, migrate, pingDb } from '@redline/service-kit/db';
import type { Closing } from '@redline/service-kit/http';
import { createId } from '@redline/service-kit/ids';
import { createLogger, type Logger } from '@redline/service-kit/log';
import { createMetrics } from '@redline/service-kit/metrics';
import { startTestNats, testServers } from '@redline/testkit';
import { createMigratedDatabase } from '@redline/testkit/service';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Kysely } from 'kysely';
import { migrations } from '../migrations/index.ts';
import { buildApp, type ReportLimits } from '../src/app.ts';
import { settings } from '../src/config.ts';
import type { SagaLimits } from '../src/domain/saga.ts';
import type { VerdictLimits } from '../src/domain/verdict-wait.ts';
import { databaseOptions, type GatewayTables } from '../src/store/tables.ts';
import { startFakeServices } from './fake-services.ts';

export const log = createLogger({ service: 'gateway-test', level: 'silent' });

/** Short, so that a test of a lost answer does not wait for seconds. */
export const quickSaga: SagaLimits = {
  prepareMs: 250,
  measureMs: 1_000,
  chargeMs: 250,
  publishMs: 1_000,
  undoMs: 500,
  undoEveryMs: 20,
  undoCallMs: 200,
  ownMs: 20_000,
};

/** Short in the same way. */
export const quickVerdict: VerdictLimits = { waitMs: 1_000, readEveryMs: 100, expireMs: 300 };

export const quickReports: ReportLimits = { commentEveryMs: 200, askEveryMs: 300, streamMaxMs: 20_000 };

export interface Replica {
  readonly http: FastifyInstance;
  readonly internal: Server;
  readonly db: Kysely<GatewayTables>;
  readonly bus: Bus;
  readonly stop: () => Promise<void>;
}

export interface ReplicaOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly databaseUrl?: string;
  readonly natsUrl?: string;
  readonly sagaLimits?: SagaLimits;
  readonly verdictLimits?: VerdictLimits;
  readonly reportLimits?: ReportLimits;
  readonly rateWindowMs?: number;
  readonly keyUsesEveryMs?: number;
  readonly closing?: Closing;
  /** The log of its public server; silent by default. */
  readonly log?: Logger;
}

/** A database, a NATS server and the services of one test file; gateways are started on them. */
export async function setUpWorld() {
  const nats = await startTestNats();
  const connect = (url = nats.url) => connectBus({ url, name: 'gateway-test', log });
  const openDb = (url: string) =>
    createDb<GatewayTables>({
      url,
      poolMax: 5,
      statementTimeoutMs: 5_000,
      applicationName: 'gateway-test',
      ...databaseOptions,
    });
  const bus = await connect();
  await ensureStreams(bus, streams);
  const database = await createMigratedDatabase({
    adminUrl: testServers().postgresAdminUrl,
    purpose: 'gateway',
    open: openDb,
    migrate: (db) => migrate(db, migrations, { session: { statementTimeoutMs: 5_000, ...databaseOptions } }),
  });
  const services = startFakeServices(bus);
  const replicas: Replica[] = [];

  const startReplica = async (options: ReplicaOptions = {}): Promise<Replica> => {
    const url = options.databaseUrl ?? database.url;
    const own = { db: openDb(url), bus: await connect(options.natsUrl) };
    const config = loadConfig(settings, { DATABASE_URL: url, NATS_URL: nats.url, ...options.env });
    const app = await buildApp({
      ...own,
      config,
      log: options.log ?? log,
      metrics: createMetrics({ service: 'gateway' }),
      checks: { database: () => pingDb(own.db), bus: () => own.bus.connection.flush() },
      sagaLimits: options.sagaLimits ?? quickSaga,
      verdictLimits: options.verdictLimits ?? quickVerdict,
      reportLimits: options.reportLimits ?? quickReports,
      ...(options.closing ? { closing: options.closing } : {}),
      ...(options.rateWindowMs ? { rateWindowMs: options.rateWindowMs } : {}),
      ...(options.keyUsesEveryMs ? { keyUsesEveryMs: options.keyUsesEveryMs } : {}),
    });
    const running: Running = app.start();
    // Until NATS has seen the subscriptions, a question from another connection meets nobody.
    await own.bus.connection.flush();
    await app.http.ready();
    let stopped = false;
    const stop = async () => {
      if (stopped) return;
      stopped = true;
      await app.http.close();
      await running.stop();
      await own.bus.close();
      await own.db.destroy();
    };
    const replica = { http: app.http, internal: app.internal, ...own, stop };
    replicas.push(replica);
    return replica;
  };

  /** A key of a new account, issued as the operator's CLI does it. */
  const createKey = async (
    siteId: SiteId = 'us',
    expiresAt: string | null = null,
    accountId: string = createId('acct'),
  ) => {
    const request = { accountId, siteId, expiresAt, force: false };
    const reply = await call(bus, gatewayRequests.keyCreate, request);
    if (reply.outcome !== 'created') throw new Error(reply.message);
    return { accountId, keyId: reply.keyId, key: reply.key };
  };

  return {
    nats,
    bus,
    db: database.db,
    services,
    databaseUrl: database.url,
    startReplica,
    createKey,
    ensureStreams: () => ensureStreams(bus, streams),
    async dispose() {
      await Promise.all(replicas.map((replica) => replica.stop()));
      await services.stop();
      await bus.close();
      await nats.dispose();
      await database.dispose();
    },
  };
}

export type World = Awaited<ReturnType<typeof setUpWorld>>;

export const checksPath = `${us.prefix}/text/checks`;
export const goodBody = { text: 'Soft cotton socks, six pairs.', platform: 'dtc_us', vertical: 'apparel' };

/** A request with a key, as a client sends it. */
export async function send(
  http: FastifyInstance,
  key: string | undefined,
  options: InjectOptions & { readonly url: string },
) {
  const headers = { ...(key ? { authorization: `Bearer ${key}` } : {}), ...options.headers };
  const response = await http.inject({ ...options, headers });
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.payload,
    body: response.payload === '' ? undefined : JSON.parse(response.payload),
  };
}

export const submitCheck = (
  http: FastifyInstance,
  key: string,
  headers: Record<string, string> = {},
  body: unknown = goodBody,
) =>
  send(http, key, {
    method: 'POST',
    url: checksPath,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
  });
