import type { Server } from 'node:http';
import {
  accountKeyRequests,
  erasureRequests,
  gatewayRequests,
  keyRevokedBroadcast,
} from '@redline/contracts';
import { type Bus, type Running, serve, serveAll, subscribe } from '@redline/service-kit/bus';
import { type Check, type Closing, createHttpServer } from '@redline/service-kit/http';
import { startInterval } from '@redline/service-kit/interval';
import type { Logger } from '@redline/service-kit/log';
import type { Metrics } from '@redline/service-kit/metrics';
import { createEventStreams } from '@redline/service-kit/sse';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { createDelegationReader } from './clients/delegations.ts';
import { type EndedRecords, watchEndedRecords } from './clients/ended-records.ts';
import type { GatewayConfig } from './config.ts';
import type { Delegation, ReadDelegation } from './domain/delegation.ts';
import { rateWindowMs } from './domain/rate-class.ts';
import { limitsWithin, type SagaLimits } from './domain/saga.ts';
import { type VerdictLimits, verdictLimits } from './domain/verdict-wait.ts';
import { createGatewayMetrics, type GatewayMetrics } from './gateway-metrics.ts';
import { accountKeyHandlers } from './handlers/account-keys.ts';
import { eraseAccount, scopeList } from './handlers/accounts.ts';
import { keyHandlers } from './handlers/keys.ts';
import { accessFields } from './routes/access-fields.ts';
import { addressBucket, registerAdmission } from './routes/admission.ts';
import { createClientSlots } from './routes/client-slots.ts';
import { registerDocs } from './routes/docs.ts';
import { createFaultRenderer, unparsedBody } from './routes/faults.ts';
import { registerHealth } from './routes/health.ts';
import { createInternalListener } from './routes/internal.ts';
import { registerInternational } from './routes/international.ts';
import { registerImportLimit, registerJsonBody } from './routes/json-body.ts';
import { registerMainSite } from './routes/main-site.ts';
import { registerMcp } from './routes/mcp.ts';
import { registerMediaEngine } from './routes/media-engine.ts';
import { createCountRequest, createUnparsedCount } from './routes/rate-limit.ts';
import { registerReplayHeader } from './routes/replays.ts';
import type { ReportDeps } from './routes/reports.ts';
import { securityHeaders } from './routes/security-headers.ts';
import type { SiteDeps } from './routes/site.ts';
import { accountOfKey, findKeyByHash } from './store/api-keys.ts';
import { useDelegation } from './store/delegation-uses.ts';
import { createClaimStore } from './store/idempotency.ts';
import { cleanUp } from './store/janitor.ts';
import { createKeyCache, type KeyCache } from './store/key-cache.ts';
import { createKeyUses, type KeyUses, storeUses } from './store/key-uses.ts';
import { createRateCounter, type RateCounter } from './store/rate-counter.ts';
import { addToBuckets } from './store/rate-counts.ts';
import type { GatewayTables } from './store/tables.ts';
import { createScopeCache, openScope } from './store/tenant-scopes.ts';

export interface GatewayDeps {
  readonly config: GatewayConfig;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly db: Kysely<GatewayTables>;
  readonly bus: Bus;
  /** How the process ends; left out, it does not. */
  readonly closing?: Closing;
  /** The checks of `/readyz`. */
  readonly checks: Readonly<Record<string, Check>>;
  readonly sagaLimits?: SagaLimits;
  readonly verdictLimits?: VerdictLimits;
  readonly reportLimits?: ReportLimits;
  readonly rateWindowMs?: number;
  /** How often the last uses of keys are written. */
  readonly keyUsesEveryMs?: number;
}

/** Times of the stream of a report. */
export interface ReportLimits {
  /** Defined by document 4, Reports. */
  readonly commentEveryMs: number;
  readonly askEveryMs: number;
  /** Longer than the writing of any report. */
  readonly streamMaxMs: number;
}

const reportLimits: ReportLimits = { commentEveryMs: 15_000, askEveryMs: 2_000, streamMaxMs: 1_800_000 };

export interface App {
  /** The public server, not listening yet. */
  readonly http: FastifyInstance;
  /** The internal listener, not listening yet; only after the public server is ready. */
  readonly internal: Server;
  /** Starts to serve the bus and to clean up, until it is stopped. */
  readonly start: () => Running;
}

const rateLimitsOf = (config: GatewayConfig) => ({
  submission: config.RATE_SUBMISSION,
  query: config.RATE_QUERY,
  configuration: config.RATE_CONFIGURATION,
});

const janitorEveryMs = 60_000;
/** With the stored use that is not written again, 20 s, less than a minute. */
const keyUsesEveryMs = 30_000;
const requestConcurrency = 32;
/** So many accounts can wait for submissions with all that each may have. */
const accountsWaiting = 8;

/** Builds the gateway from its dependencies. */
export async function buildApp(deps: GatewayDeps): Promise<App> {
  const { config, log, metrics, db, bus } = deps;
  const windowMs = deps.rateWindowMs ?? rateWindowMs;
  const own = createGatewayMetrics(metrics.registry);
  const keys = createKeyCache((hash) => findKeyByHash(db, hash), config.KEY_CACHE_TTL_MS);
  const keyUses = createKeyUses({ store: (usedAtMs) => storeUses(db, usedAtMs), now: Date.now });
  const counter = sharedCounter(deps, own, windowMs);
  const internal = createInternalListener();
  const members = {
    readDelegation: createDelegationReader(config.DELEGATION_SECRETS ?? []),
    useDelegation: ({ id, expiresAtMs }: Delegation) => useDelegation(db, id, expiresAtMs),
  };
  const rates = { counter, windowMs, limits: rateLimitsOf(config) };
  const countUnparsed = createUnparsedCount(rates);

  const http = createHttpServer({
    log,
    metrics,
    accessFields,
    bodyLimitBytes: config.BODY_LIMIT_BYTES,
    trustProxy: config.TRUST_PROXY,
    trustTraceparent: config.TRUST_TRACEPARENT,
    requestTimeoutMs: config.REQUEST_TIMEOUT_MS,
    longRequestTimeoutMs: Math.max(config.UPLOAD_TIMEOUT_MS, config.REQUEST_TIMEOUT_MS),
    ...(deps.closing ? { closing: deps.closing } : {}),
    onFault: createFaultRenderer(() => admission),
    renderUnparsed: unparsedBody,
    unparsedHeaders: async (address) => ({
      ...securityHeaders,
      ...(await countUnparsed(addressBucket(address))),
    }),
  });
  http.server.maxConnections = config.MAX_CONNECTIONS;
  http.server.setTimeout(config.IDLE_CONNECTION_MS);
  const internalServer = internal.register(http);
  internalServer.maxConnections = config.MAX_CONNECTIONS;
  registerJsonBody(http);
  registerImportLimit(http, config.IMPORT_BODY_LIMIT_BYTES);
  const count = await createCountRequest(http, rates);
  const admission = registerAdmission(http, {
    keys,
    keyUses,
    count,
    internal,
    ...members,
    maxInFlight: config.MAX_IN_FLIGHT,
    log,
  });
  registerReplayHeader(http);
  registerHealth(http, deps.checks);
  registerMediaEngine(http, {
    url: config.MEDIA_ENGINE_URL,
    connectionsMax: config.MEDIA_CONNECTIONS_MAX,
  });
  await registerDocs(http, config.GUIDES_DIR);
  const endedRecords = watchEndedRecords(bus);
  const { askEveryMs, ...streamTimes } = deps.reportLimits ?? reportLimits;
  const reportStreams = createEventStreams(http, {
    ...streamTimes,
    streamsMax: config.REPORT_STREAMS_MAX,
  });
  own.watchReportStreams(() => reportStreams.count);
  const verdicts = deps.verdictLimits ?? verdictLimits;
  const submissions: SiteDeps & ReportDeps = {
    bus,
    log,
    claims: createClaimStore(db, config.IDEMPOTENCY_LEASE_MS, log),
    openScope: createScopeCache((scope, keyId) => openScope(db, scope, keyId, config.TENANT_SCOPES_PER_KEY)),
    limits: deps.sagaLimits ?? limitsWithin(config.IDEMPOTENCY_LEASE_MS),
    leaseMs: config.IDEMPOTENCY_LEASE_MS,
    onEnd: (item, end) => own.submissions.inc({ item, end }),
    endedRecords,
    waits: createClientSlots({
      max: config.SUBMISSION_WAITS_MAX,
      perClientMax: Math.ceil(config.SUBMISSION_WAITS_MAX / accountsWaiting),
    }),
    waitReadEveryMs: verdicts.readEveryMs,
    onWait: (end) => own.submissionWaits.inc({ end }),
    reportStreams,
    reportAskEveryMs: askEveryMs,
    verdictLimits: verdicts,
    onVerdict: (end) => own.imageVerdicts.inc({ end }),
  };
  registerInternational(http, submissions);
  registerMainSite(http, submissions);
  registerMcp(http);

  return {
    http,
    internal: internalServer,
    start: () => startOnBus(deps, { keys, keyUses, endedRecords, ...members }, windowMs),
  };
}

function sharedCounter({ db, log }: GatewayDeps, own: GatewayMetrics, windowMs: number): RateCounter {
  return createRateCounter({
    add: (increments) => addToBuckets(db, increments, windowMs),
    windowMs,
    now: Date.now,
    onShared: (shared, error) => {
      own.rateCountShared.set(shared ? 1 : 0);
      log.warn({ err: error, shared }, 'requests are counted over all replicas, or by this one alone');
    },
  });
}

interface OnBus {
  readonly keys: KeyCache;
  readonly keyUses: KeyUses;
  readonly endedRecords: EndedRecords;
  readonly readDelegation: ReadDelegation;
  readonly useDelegation: (delegation: Delegation) => Promise<boolean>;
}

/** Serves the requests of operators and of the console, subscribes to keys that end, writes the uses of keys and cleans up. */
function startOnBus(
  { bus, db, log, ...deps }: GatewayDeps,
  { keys, keyUses, endedRecords, ...members }: OnBus,
  windowMs: number,
): Running {
  const serving = { queue: 'gateway', concurrency: requestConcurrency };
  const operators = keyHandlers({ bus, db, keys });
  const handlers = { ...operators, scopeList: scopeList({ db }) };
  const ofConsole = accountKeyHandlers({
    ...members,
    keys: operators,
    accountOfKey: (keyId) => accountOfKey(db, keyId),
  });
  const served = serveAll(bus, gatewayRequests, handlers, serving);
  const servedConsole = serveAll(bus, accountKeyRequests, ofConsole, serving);
  const erasing = serve(bus, erasureRequests.gateway, eraseAccount({ bus, db, keys }), serving);
  const revoked = subscribe(bus, keyRevokedBroadcast, ({ keyId }) => keys.drop(keyId));
  const janitor = startInterval((signal) => cleanUp(db, windowMs, signal), {
    name: 'janitor',
    everyMs: janitorEveryMs,
    jitter: 0.3,
    log,
  });
  const usesWritten = startInterval(keyUses.write, {
    name: 'key uses',
    everyMs: deps.keyUsesEveryMs ?? keyUsesEveryMs,
    jitter: 0.2,
    log,
  });
  return {
    async stop() {
      const subscriptions = [served, servedConsole, erasing, revoked, endedRecords];
      await Promise.all([...subscriptions, janitor, usesWritten].map((running) => running.stop()));
      await keyUses
        .write()
        .catch((error: unknown) => log.warn({ err: error }, 'the last uses of keys are lost'));
    },
  };
}
