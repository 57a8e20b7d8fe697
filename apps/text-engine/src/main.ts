import { rewriteJob, sites, streams, textJob } from '@redline/contracts';
import { connectBus, ensureStreams } from '@redline/service-kit/bus';
import { migrate, pingDb } from '@redline/service-kit/db';
import { createOpsServer } from '@redline/service-kit/http';
import { createMetrics } from '@redline/service-kit/metrics';
import { startRelay } from '@redline/service-kit/outbox';
import { runService, type ServiceRun } from '@redline/service-kit/shutdown';
import { migrations } from '../migrations/index.ts';
import { buildApp, keepWords } from './app.ts';
import { openNotices } from './clients/pack-judge.ts';
import { compileCommand, compilePacks } from './compile-packs.ts';
import { type Config, limitsOf, modelOf, packsPlaceOf, readConfig } from './config.ts';
import { createEngineMetrics } from './engine-metrics.ts';
import { openDb } from './open-db.ts';
import { openJudge } from './open-judge.ts';
import { openModel } from './open-model.ts';
import { readWordings } from './store/wordings.ts';

const name = 'text-engine';

async function runEngine(run: ServiceRun<Config>): Promise<void> {
  const { config, log, onClose } = run;
  const { judge, rewriter, seen, close } = await openJudge(packsPlaceOf(config), config.JUDGE_THREADS);
  onClose('judge', close);
  const metrics = createMetrics({ service: name });
  const db = await openDb(name, run);
  const bus = await connectBus({ url: config.NATS_URL, name, log, metrics });
  onClose('bus', () => bus.close());
  await ensureStreams(bus, streams, { replicas: config.STREAM_REPLICAS });
  const relay = startRelay(db, bus, { log });
  onClose('outbox', relay.stop);
  const engineMetrics = createEngineMetrics(metrics.registry);
  const model = openModel(modelOf(config), { log, metrics: engineMetrics });
  const notices = openNotices(packsPlaceOf(config), model.confirm);
  const words = keepWords({ db, sites, metrics: engineMetrics }, { bytesMax: config.WORDS_CACHE_BYTES, log });
  const app = buildApp({
    ...{ db, bus, sites, seen, words, notices, wordings: readWordings(db) },
    judge: model.readAgain(judge),
    rewriter: model.writeFirst(rewriter, judge),
    job: { ...textJob, ackWaitMs: config.JOB_LEASE_MS },
    rewriteJob: { ...rewriteJob, ackWaitMs: config.JOB_LEASE_MS },
    metrics: engineMetrics,
    wakeRelay: relay.wake,
  });
  const running = await app.start(limitsOf(config), log);
  onClose('requests and jobs', running.stop);
  const checks = { database: () => pingDb(db), bus: () => bus.ping() };
  const ops = createOpsServer({ host: config.OPS_HOST, port: config.OPS_PORT, checks, metrics, log });
  onClose('ops', ops.close);
  await ops.listen();
}

async function runMigrations(run: ServiceRun<Config>): Promise<void> {
  run.log.info({ ran: await migrate(await openDb(name, run), migrations) }, 'the database is up to date');
  process.kill(process.pid, 'SIGTERM');
}

const start = process.argv[2] === 'migrate' ? runMigrations : runEngine;
if (process.argv[2] === compileCommand) process.exitCode = compilePacks();
else await runService({ name, readConfig, start });
