import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { billingRequests, gatewayRequests, streams, videoRequests } from '@redline/contracts';
import { type Bus, call, connectBus, serve } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';
import { createLogger } from '@redline/service-kit/log';
import { makeStreams } from '@redline/service-kit/test/make-streams';
import { createDatabase, freePort, type LocalServer, startNats, testServers } from '@redline/testkit';
import { type ModelServer, startModelServer } from '@redline/testkit/model';
import { buildService, migrateService } from '../src/stack/run-service.ts';

const siteId = 'main';
/** As long as a model may take for a section: there is time to kill somebody. */
const modelMs = 600;

/** A finished check that a report has something to say of in every section. */
const checkOf = (id: string) => ({
  ...({ id, object: 'video_check', status: 'completed', riskLevel: 'REJECT' } as const),
  createdAt: '2026-11-22T12:00:00.000Z',
  updatedAt: '2026-11-22T12:01:00.000Z',
  productVertical: 'creator',
  platform: 'shortvideo_a',
  video: {
    url: 'https://files.example/v.mp4',
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
      ...({ timeSeconds: 2, tier: 'STRICT', tierLabel: '硬性违规', tierReason: '违反平台规则。' } as const),
      description: '导流：“加微信”',
      imageUrl: null,
      ocrText: '加微信',
    },
  ],
  audios: [],
  transcript: { status: 'completed', text: '三天根治感冒。' } as const,
  transcriptRisks: [
    {
      matchedText: '根治感冒',
      startSeconds: 3.1,
      endSeconds: 6.4,
      sentence: '三天根治感冒。',
      ...({ tier: 'STRICT', tierLabel: '硬性违规', tierReason: null, severity: 'high' } as const),
      ...({ kind: 'violation', source: 'rule', origin: null } as const),
      category: '医疗效果',
      suggestion: '删去。',
      replacement: '',
      legalRef: '《中华人民共和国广告法》第十七条',
    },
  ],
  customTranscriptRisks: [],
  linkedTextCheckId: null,
  driftStatus: null,
  coverage: [{ detector: 'text', status: 'ran' } as const],
});

/**
 * Gateway, billing and report service as processes of their own, a check to be reported, and a slow model that phrases
 * it.
 */
export interface ReportStack {
  readonly apiUrl: string;
  readonly gateway: LocalServer;
  readonly report: LocalServer;
  readonly model: ModelServer;
  readonly videoCheckId: string;
  readonly apiKey: string;
  readonly charges: () => Promise<readonly { readonly amount: number; readonly refunded: number }[]>;
  readonly dispose: () => Promise<void>;
}

export async function startReportStack(): Promise<ReportStack> {
  const { postgresAdminUrl, natsServerBinary } = testServers();
  const folder = await mkdtemp(join(tmpdir(), 'redline-reports-'));
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const nats = await startNats({ binary: natsServerBinary });
  undo.push(nats.dispose);
  await makeStreams(nats.url, streams);
  const model = await startModelServer();
  undo.push(model.dispose);
  model.onRequest(({ messages }) => ({
    content: JSON.stringify({ text: JSON.parse(messages[1]?.content ?? '').facts.join('\n') }),
    afterMs: modelMs,
  }));
  const apiPort = await freePort();
  const launch = async (name: string, own: Readonly<Record<string, string>>) => {
    const database = await createDatabase(postgresAdminUrl, name);
    const env = { DATABASE_URL: database.url, NATS_URL: nats.url, ...own };
    const options = { name, env, logFile: join(folder, `${name}.log`) };
    await migrateService(options);
    const server = buildService({ ...options, opsPort: await freePort() });
    undo.push(database.dispose, server.kill);
    await server.start();
    return server;
  };
  const [, report, gateway] = await Promise.all([
    launch('billing', {}),
    launch('report', {
      REPORT_LEASE_MS: '1000',
      WRITER_MODEL_URL: model.url,
      WRITER_MODEL_NAME: 'slow-1',
    }),
    launch('gateway', { PORT: String(apiPort) }),
  ]);
  const log = createLogger({ service: 'test', level: 'silent' });
  const bus = await connectBus({ url: nats.url, name: 'test', log });
  undo.push(bus.close);
  const get = async ({ id }: { readonly id: string }) => ({ outcome: 'found', record: checkOf(id) }) as const;
  const serving = serve(bus, videoRequests.get, get, { queue: 'media-engine', concurrency: 8 });
  undo.push(serving.stop);
  const { accountId, apiKey } = await createCustomer(bus);
  return {
    apiUrl: `http://127.0.0.1:${apiPort}`,
    gateway,
    report,
    model,
    apiKey,
    videoCheckId: createId('video'),
    async charges() {
      const question = { accountId, limit: 10, before: null };
      const answer = await call(bus, billingRequests.chargesList, question);
      return answer.outcome === 'listed' ? answer.charges : [];
    },
    async dispose() {
      for (const step of undo.reverse()) await step();
    },
  };
}

async function createCustomer(bus: Bus) {
  const created = await call(bus, billingRequests.accountCreate, { email: 'reports@example.com' });
  if (created.outcome !== 'created') throw new Error(created.message);
  const { accountId } = created;
  await call(bus, billingRequests.planSet, { accountId, siteId, plan: 'premium' });
  const grant = { accountId, siteId, bucket: 'booster', amount: 15, expiresAt: null } as const;
  await call(bus, billingRequests.creditsGrant, grant);
  const key = await call(bus, gatewayRequests.keyCreate, { accountId, siteId, expiresAt: null, force: true });
  if (key.outcome !== 'created') throw new Error(key.message);
  return { accountId, apiKey: key.key };
}
