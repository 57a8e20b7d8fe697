import { randomUUID } from 'node:crypto';
import {
  mainSite,
  type ReportEvent,
  reportJob,
  reportRequests,
  reportStream,
  type Scope,
  streams,
} from '@redline/contracts';
import { type Bus, call, publishJob } from '@redline/service-kit/bus';
import { createDb, migrate } from '@redline/service-kit/db';
import { createId } from '@redline/service-kit/ids';
import { createLogger } from '@redline/service-kit/log';
import { createMetrics } from '@redline/service-kit/metrics';
import { startRelay } from '@redline/service-kit/outbox';
import { openTestBus } from '@redline/service-kit/test/make-streams';
import { openTestBed, testServers } from '@redline/testkit';
import {
  ageRecord,
  createMigratedDatabase,
  idleSweep,
  messagesOf,
  runningOn,
  streamMessages,
} from '@redline/testkit/service';
import { migrations } from '../migrations/index.ts';
import { buildApp, type Limits } from '../src/app.ts';
import type { VideoCheck } from '../src/clients/video-checks.ts';
import type { Deps } from '../src/deps.ts';
import { embeddedWriter } from '../src/domain/embedded-writer.ts';
import { createReportMetrics } from '../src/report-metrics.ts';
import { type Db, databaseOptions, type Tables } from '../src/store/tables.ts';

export const quiet = createLogger({ service: 'test', level: 'silent' });

export const openDb = (url: string): Db =>
  createDb<Tables>({
    url,
    poolMax: 10,
    statementTimeoutMs: 5_000,
    applicationName: 'report-test',
    ...databaseOptions,
  });

/** An empty, migrated database. */
export const createTestDb = () =>
  createMigratedDatabase({
    adminUrl: testServers().postgresAdminUrl,
    purpose: 'report',
    open: openDb,
    migrate: (db) => migrate(db, migrations, { session: { statementTimeoutMs: 5_000, ...databaseOptions } }),
  });

export const openBus = (url: string) => openTestBus(url, streams);

/** Opens the servers of one test file, for services that a test starts on them. */
export const openReportBed = () => openTestBed({ database: createTestDb, bus: openBus });

export const newScope = (changes: Partial<Scope> = {}): Scope => ({
  accountId: `acct_${randomUUID()}`,
  siteId: mainSite.id,
  tenantId: '',
  ...changes,
});

/** A finished check with a risk that is seen and one that is said. */
export const checkOf = (id: string, changes: Partial<VideoCheck> = {}): VideoCheck => ({
  id,
  object: 'video_check',
  status: 'completed',
  riskLevel: 'REJECT',
  createdAt: '2026-11-22T12:00:00.000Z',
  updatedAt: '2026-11-22T12:01:00.000Z',
  productVertical: 'creator',
  platform: 'shortvideo_a',
  video: {
    url: 'https://files.example/v.mp4?signature=abc',
    title: '姜茶新品',
    sizeMb: 3.2,
    durationSeconds: 24.5,
    width: 1080,
    height: 1920,
    purged: false,
  },
  summary: { strict: 2, soft: 0, custom: 0, semantic: 0 },
  frames: [
    {
      timeSeconds: 2,
      tier: 'STRICT',
      tierLabel: '硬性违规',
      tierReason: '违反平台规则。',
      description: '导流：“加微信”',
      imageUrl: 'https://files.example/f.jpg?signature=abc',
      ocrText: '加微信',
    },
  ],
  audios: [],
  transcript: { status: 'completed', text: '三天根治感冒。' },
  transcriptRisks: [
    {
      matchedText: '根治感冒',
      startSeconds: 3.1,
      endSeconds: 6.4,
      sentence: '三天根治感冒。',
      tier: 'STRICT',
      tierLabel: '硬性违规',
      tierReason: null,
      severity: 'high',
      kind: 'violation',
      category: '医疗效果',
      suggestion: '删去。',
      replacement: '',
      source: 'rule',
      origin: null,
      legalRef: '《中华人民共和国广告法》第十七条',
    },
  ],
  customTranscriptRisks: [],
  linkedTextCheckId: null,
  driftStatus: null,
  coverage: [{ detector: 'text', status: 'ran' }],
  ...changes,
});

const limits: Limits = {
  requestConcurrency: 256,
  reportConcurrency: 4,
  sweep: idleSweep,
  reportRetentionDays: null,
};

type Changes = Partial<Deps> & { readonly limits?: Partial<Limits>; readonly leaseMs?: number };

/** Starts a report service as `main` does, on a bus of its own; `stop` closes that too. */
export async function startService(db: Db, natsUrl: string, changes: Changes = {}) {
  const { leaseMs = 1_000, limits: changedLimits, ...changedDeps } = changes;
  const bus = await openBus(natsUrl);
  const relay = startRelay(db, bus, { log: quiet });
  const app = buildApp({
    db,
    bus,
    readVideoCheck: async (_, id) => checkOf(id),
    writeSection: embeddedWriter,
    job: { ...reportJob, ackWaitMs: leaseMs },
    timeoutMs: 60_000,
    metrics: createReportMetrics(createMetrics({ service: 'test' }).registry),
    wakeRelay: relay.wake,
    ...changedDeps,
  });
  return runningOn(bus, relay, await app.start({ ...limits, ...changedLimits }, quiet));
}

export type TestService = Awaited<ReturnType<typeof startService>>;

/** One order of a report. */
export interface Order {
  readonly id: string;
  readonly scope: Scope;
  readonly videoCheckId: string;
}

export const newOrder = (changes: Partial<Order> = {}): Order => ({
  id: createId('report'),
  scope: newScope(),
  videoCheckId: createId('video'),
  ...changes,
});

export const prepare = (bus: Bus, { id: operationId, scope, videoCheckId }: Order, deadlineMs?: number) =>
  call(bus, reportRequests.prepare, {
    operationId,
    scope,
    videoCheckId,
    deadlineMs: deadlineMs ?? Date.now() + 10_000,
  });

export const quote = (bus: Bus, { scope, videoCheckId }: Pick<Order, 'scope' | 'videoCheckId'>) =>
  call(bus, reportRequests.quote, { scope, videoCheckId, deadlineMs: Date.now() + 5_000 });

export const publish = (bus: Bus, { id, scope }: Order, charged = 10) =>
  publishJob(
    bus,
    reportJob,
    id,
    { version: 1, id, scope, charged, requestId: 'req_1' },
    { msgId: randomUUID(), timeoutMs: 5_000 },
  );

/** Returns the events of a report after a number. */
export async function eventsAfter(bus: Bus, { id, scope, videoCheckId }: Order, after = 0) {
  const answer = await call(bus, reportRequests.events, { reportId: id, scope, videoCheckId, after });
  return answer.outcome === 'found' ? answer.events : undefined;
}

export const latestOf = (bus: Bus, { scope, videoCheckId }: Order) =>
  call(bus, reportRequests.latest, { scope, videoCheckId });

/** Returns what the stream of live events has of a report, in its order. */
export async function liveEvents(bus: Bus, id: string): Promise<readonly ReportEvent[]> {
  const messages = await streamMessages(bus, reportStream.name);
  return messages
    .filter(({ subject }) => subject === reportStream.subjectOf(id))
    .map(({ payload }) => reportStream.payload.parse(payload));
}

/** Returns the events of a report's end, oldest first: the last word of each subject. */
export const endsOf = async (bus: Bus, id: string): Promise<readonly string[]> =>
  (await messagesOf(bus, streams.events.name, id)).map(({ subject }) => subject.replace('event.report.', ''));

export const rowOf = (db: Db, id: string) =>
  db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirst();

/** Makes a report look as if it had last changed, and its lease ended, so long ago. */
export const age = (db: Db, id: string, { byMs }: { readonly byMs: number }) =>
  ageRecord(db, { table: 'reports', id, byMs });
