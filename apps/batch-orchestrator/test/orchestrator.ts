import { randomUUID } from 'node:crypto';
import { batchDeletionJob, batchJob, batchRequests, type Scope, sites, streams } from '@redline/contracts';
import { type Bus, call, publishJob } from '@redline/service-kit/bus';
import { createDb, migrate } from '@redline/service-kit/db';
import { createId } from '@redline/service-kit/ids';
import { createLogger } from '@redline/service-kit/log';
import { createMetrics } from '@redline/service-kit/metrics';
import { startRelay } from '@redline/service-kit/outbox';
import { openTestBus } from '@redline/service-kit/test/make-streams';
import { openTestBed, testServers } from '@redline/testkit';
import { createMigratedDatabase, createRunningList, idleSweep, runningOn } from '@redline/testkit/service';
import { afterAll, afterEach } from 'vitest';
import type { z } from 'zod';
import { migrations } from '../migrations/index.ts';
import { buildApp, type Limits } from '../src/app.ts';
import { videoMeasurer } from '../src/clients/measure-video.ts';
import { checkOwners } from '../src/clients/owners.ts';
import type { Deps } from '../src/deps.ts';
import { createOrchestratorMetrics } from '../src/orchestrator-metrics.ts';
import { type Db, databaseOptions, type Tables } from '../src/store/tables.ts';

export const quiet = createLogger({ service: 'test', level: 'silent' });

export const newBatchId = () => createId('batch');

export const newScope = (changes: Partial<Scope> = {}): Scope => ({
  accountId: `acct_${randomUUID()}`,
  siteId: 'us',
  tenantId: '',
  ...changes,
});

/** An empty, migrated database of one test file, on the Postgres that all files of a run share. */
export const createTestDb = () =>
  createMigratedDatabase({
    adminUrl: testServers().postgresAdminUrl,
    purpose: 'batch_orchestrator',
    open: (url): Db =>
      createDb<Tables>({
        url,
        poolMax: 10,
        statementTimeoutMs: 5_000,
        applicationName: 'batch-orchestrator-test',
        ...databaseOptions,
      }),
    migrate: (db) => migrate(db, migrations, { session: { statementTimeoutMs: 5_000, ...databaseOptions } }),
  });

export const openBus = (url: string) => openTestBus(url, streams);

/** Short waits, so that a lost worker is noticed within a second. */
export const shortBatchJob: Deps['batchJob'] = { ...batchJob, ackWaitMs: 1_000, backoffMs: [10, 20] };

const limits: Limits = {
  requestConcurrency: 256,
  batchConcurrency: 16,
  eventConcurrency: 4,
  eventAckWaitMs: 2_000,
  sweep: idleSweep,
  askEveryMs: 600_000,
  askSilentMs: 600_000,
  askBatchSize: 100,
  batchRetentionDays: null,
};

export type Changes = Partial<Deps> & { readonly limits?: Partial<Limits> };

const services = createRunningList();

/** Stops it after the test, if nobody else does. */
export const startedHere = services.add;

/** Opens the servers of one test file. What its tests start is stopped after each, and the servers after the last. */
export async function openOrchestratorBed() {
  const bed = await openTestBed({ database: createTestDb, bus: openBus });
  afterEach(services.stopAll);
  afterAll(bed.dispose);
  return bed;
}

/** Starts an orchestrator as `main` does, on a bus of its own; `stop` closes that too. */
export async function startOrchestrator(db: Db, natsUrl: string, changes: Changes = {}) {
  const bus = await openBus(natsUrl);
  const relay = startRelay(db, bus, { log: quiet });
  const app = buildApp({
    db,
    bus,
    sites,
    owners: checkOwners(bus),
    measureVideo: videoMeasurer(bus),
    batchJob: shortBatchJob,
    batchDeletionJob: { ...batchDeletionJob, backoffMs: [10, 20] },
    dispatchTimeoutMs: 60_000,
    metrics: createOrchestratorMetrics(createMetrics({ service: 'test' }).registry),
    wakeRelay: relay.wake,
    ...changes,
  });
  const running = await app.start({ ...limits, ...changes.limits }, quiet);
  return startedHere(await runningOn(bus, relay, running));
}

type Body = z.input<typeof batchRequests.prepare.request>['batch'];

/** A batch of an international site: a text, an image and a video. */
export const bodyOf = (changes: Partial<Body> = {}): Body =>
  ({
    name: 'Spring',
    platform: 'dtc_us',
    vertical: 'beauty',
    explainLocale: 'en-US',
    texts: ['Our drops cure arthritis.'],
    images: [{ url: 'https://shop.example/a.jpg', name: 'A mug', size: 1_000 }],
    videos: [{ url: 'https://shop.example/v.mp4', name: 'A film', size: 1, duration: 10.2 }],
    ...changes,
  }) as Body;

/** The same of the main site. */
export const mainBodyOf = (changes: Partial<Body> = {}): Body =>
  ({
    name: '春季',
    platform: 'shortvideo_a',
    industryVertical: 'beauty',
    productVertical: 'creator',
    texts: ['我们的面膜七天祛斑，永不反弹。'],
    images: [{ url: 'https://shop.example/a.jpg', name: '杯子', size: 1_000 }],
    videos: [{ url: 'https://shop.example/v.mp4', name: '短片', size: 1, duration: 10.2 }],
    ...changes,
  }) as Body;

export interface Submission {
  readonly id?: string;
  readonly scope?: Scope;
  readonly body?: Body;
  readonly deadlineMs?: number;
}

/** Submits a batch as the gateway does, up to what is to be charged. */
export async function prepareBatch(bus: Bus, submission: Submission = {}) {
  const { id = newBatchId(), scope = newScope(), body = bodyOf() } = submission;
  const { deadlineMs = Date.now() + 5_000 } = submission;
  const asked = { operationId: id, scope, deadlineMs, batch: body };
  return { id, scope, reply: await call(bus, batchRequests.prepare, asked, { requestId: 'req-1' }) };
}

export const publishBatch = (bus: Bus, id: string, scope: Scope, msgId = id) =>
  publishJob(
    bus,
    batchJob,
    id,
    { version: 1, id, scope, charged: 2, requestId: 'req-1' },
    { msgId, timeoutMs: 5_000, requestId: 'req-1' },
  );

/** Submits a batch as the gateway does, to its job. */
export async function submitBatch(bus: Bus, submission: Submission = {}) {
  const { id, scope, reply } = await prepareBatch(bus, submission);
  if (reply.outcome !== 'prepared') throw new Error(JSON.stringify(reply));
  await publishBatch(bus, id, scope);
  const checkIds = reply.lines.slice(1).map(({ lineId }) => lineId);
  return { id, scope, checkIds };
}
