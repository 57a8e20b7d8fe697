import { randomUUID } from 'node:crypto';
import { imageJob, type JobRow, type Scope, sites, streams, videoJob } from '@redline/contracts';
import type { BlobStore } from '@redline/service-kit/blob';
import { type Bus, publishJob } from '@redline/service-kit/bus';
import { createDb, migrate } from '@redline/service-kit/db';
import { createId } from '@redline/service-kit/ids';
import { createLogger } from '@redline/service-kit/log';
import { createMetrics } from '@redline/service-kit/metrics';
import { startRelay } from '@redline/service-kit/outbox';
import { openTestBus } from '@redline/service-kit/test/make-streams';
import { testServers } from '@redline/testkit';
import { createMigratedDatabase, idleSweep, messageContext, runningOn } from '@redline/testkit/service';
import type { z } from 'zod';
import { migrations } from '../migrations/index.ts';
import { buildApp, type Limits } from '../src/app.ts';
import type { Deps } from '../src/deps.ts';
import type { Detection } from '../src/domain/detection.ts';
import type { TranscriptRisk, VisualReport, VoiceReport } from '../src/domain/videos/reports.ts';
import { createEngineMetrics } from '../src/engine-metrics.ts';
import type { CheckImage } from '../src/image/check-image.ts';
import { type Db, databaseOptions, type Tables } from '../src/store/tables.ts';
import type { CheckVideo } from '../src/video/check-video.ts';

export const quiet = createLogger({ service: 'test', level: 'silent' });

export const newId = (kind: 'image' | 'video' = 'image') => createId(kind);

export const newScope = (changes: Partial<Scope> = {}): Scope => ({
  accountId: `acct_${randomUUID()}`,
  siteId: 'us',
  tenantId: '',
  ...changes,
});

/** Something that was seen, in every language of the sites. */
export const detectionOf = (changes: Partial<Detection> = {}): Detection => ({
  detector: 'text',
  types: ['OCR'],
  tier: 'STRICT',
  severity: 'high',
  tierLabel: { 'en-US': 'Against the law', 'zh-CN': '违规' },
  tierReason: { 'en-US': 'A statute', 'zh-CN': '依据' },
  description: { 'en-US': 'Cure claim', 'zh-CN': '治愈宣称' },
  matchedText: 'cures',
  ...changes,
});

/** The detections on every picture of these tests. */
export const reportOf = (detections: readonly Detection[] = [detectionOf()]) => ({
  width: 640,
  height: 480,
  sizeBytes: 1_000,
  detections,
  ocrText: '',
  lines: [],
  coverage: [{ detector: 'text', status: 'ran' } as const],
});

const plainLook: CheckImage = async () => reportOf();

/** How an MP4 begins. */
export const mp4Head = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom'),
  Buffer.from([0, 0, 2, 0]),
  Buffer.from('isommp42'),
]);

/** The frames and the transcript of every video of these tests. */
export const visualOf = (changes: Partial<VisualReport> = {}): VisualReport => ({
  durationSeconds: 10.4,
  width: 1_280,
  height: 720,
  frames: [
    {
      timeSeconds: 0,
      imageKey: 'frames/x/0.jpg',
      ocrText: 'cures',
      detections: [detectionOf({ severity: 'low' })],
    },
    { timeSeconds: 4, imageKey: 'frames/x/4.jpg', ocrText: '', detections: [] },
  ],
  coverage: [{ detector: 'text', status: 'ran' }],
  ...changes,
});

export const riskOf = (changes: Partial<TranscriptRisk> = {}): TranscriptRisk => ({
  matchedText: 'cures all',
  tier: 'STRICT',
  severity: 'high',
  kind: 'violation',
  source: 'rule',
  origin: null,
  tierLabel: { 'zh-CN': '违规', 'en-US': 'Against the law' },
  tierReason: { 'zh-CN': '依据', 'en-US': 'A statute' },
  category: { 'zh-CN': '口播', 'en-US': 'Spoken' },
  suggestion: { 'zh-CN': '删', 'en-US': 'Remove' },
  legalRef: null,
  replacement: '',
  startSeconds: 1,
  endSeconds: 3,
  sentence: 'It cures all.',
  ...changes,
});

export const voiceOf = (changes: Partial<VoiceReport> = {}): VoiceReport => ({
  status: 'completed',
  text: 'It cures all.',
  sentences: [],
  risks: [riskOf()],
  customRisks: [],
  drift: null,
  coverage: [{ detector: 'transcription', status: 'ran' }],
  ...changes,
});

const plainWatch: CheckVideo = () => ({
  visual: Promise.resolve(visualOf()),
  voice: Promise.resolve(voiceOf()),
});

/** A store of nothing, which remembers what was removed. */
export function noBlobs(): BlobStore & { readonly removed: string[] } {
  const removed: string[] = [];
  const none = async () => undefined;
  const remove = async (key: string) => void removed.push(key);
  return {
    removed,
    delete: remove,
    deletePrefix: remove,
    get: none,
    head: none,
    ping: none,
    put: async () => ({ sizeBytes: 0 }),
    signedUrl: async (key) => `https://media.example/assets/${key}?signature=1`,
    presignedPost: async () => null,
    sweepParts: async () => 0,
    close: () => undefined,
  };
}

export const openDb = (url: string, poolMax = 10): Db =>
  createDb<Tables>({
    url,
    poolMax,
    statementTimeoutMs: 5_000,
    applicationName: 'media-engine-test',
    ...databaseOptions,
  });

/** An empty, migrated database of one test file, on the Postgres that all files of a run share. */
export const createTestDb = () =>
  createMigratedDatabase({
    adminUrl: testServers().postgresAdminUrl,
    purpose: 'media_engine',
    open: openDb,
    migrate: (db) => migrate(db, migrations, { session: { statementTimeoutMs: 5_000, ...databaseOptions } }),
  });

export const openBus = (url: string) => openTestBus(url, streams);

/** Short waits, so that a lost worker is noticed within a second. */
export const shortImageJob: Deps['imageJob'] = { ...imageJob, ackWaitMs: 1_000, backoffMs: [10, 20] };

export const shortVideoJob: Deps['videoJob'] = { ...videoJob, ackWaitMs: 1_000, backoffMs: [10, 20] };

export const cdnHost = 'https://media.example/assets';

const single = { checkImage: plainLook, checkVideo: plainWatch, imageTimeoutMs: 30_000 };

export const depsOf = (db: Db, bus: Bus, changes: Partial<Deps> = {}): Deps => ({
  db,
  bus,
  sites,
  cdnHost,
  blobs: noBlobs(),
  uploads: {
    db,
    cdnHost,
    blobs: noBlobs(),
    host: 'https://media.example/uploads',
    secret: randomUUID(),
    keptForMs: 86_400_000,
    timeoutMs: 60_000,
    rememberedForMs: 365 * 86_400_000,
    quota: { filesMax: 10_000, bytesMax: 20 * 2 ** 30 },
  },
  openSource: async () => ({ sizeBytes: 1_000_000 }),
  measureSource: async () => ({ sizeBytes: 1_000_000, head: mp4Head }),
  ...single,
  ofBatches: single,
  canTranscribe: () => true,
  readApprovedText: async () => null,
  imageJob: shortImageJob,
  videoJob: shortVideoJob,
  videoTimeoutMs: 60_000,
  metrics: createEngineMetrics(createMetrics({ service: 'test' }).registry),
  wakeRelay: () => {},
  ...changes,
});

type Changes = Partial<Deps> & { readonly limits?: Partial<Limits> };

const limits: Limits = {
  requestConcurrency: 256,
  imageConcurrency: 8,
  videoConcurrency: 4,
  batchImageConcurrency: 2,
  batchVideoConcurrency: 1,
  sweep: idleSweep,
  removeEveryMs: 50,
  retentionDays: { image: null, video: null },
};

/** Starts an engine as `main` does, on a bus of its own; `stop` closes that too. */
export async function startEngine(db: Db, natsUrl: string, changes: Changes = {}) {
  const bus = await openBus(natsUrl);
  const relay = startRelay(db, bus, { log: quiet });
  const app = buildApp(depsOf(db, bus, { wakeRelay: relay.wake, ...changes }));
  return runningOn(bus, relay, await app.start({ ...limits, ...changes.limits }, quiet));
}

export const requestContext = () => messageContext('rpc.media', quiet);

/** The job of a check, as the gateway publishes it. */
export const publishCheck = <P extends z.ZodTypeAny>(bus: Bus, job: JobRow<P>, id: string, scope: Scope) =>
  publishJob(
    bus,
    job,
    id,
    { version: 1, id, scope, charged: 2, requestId: 'req-1' },
    { msgId: id, timeoutMs: 5_000, requestId: 'req-1' },
  );
