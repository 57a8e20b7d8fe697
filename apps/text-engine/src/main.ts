import { rewriteJob, sites, streams, textJob } from '@redline/contracts';
import { NoReaderError } from '@redline/rule-engine/load';
import { migratedCheck, pingDb } from '@redline/service-kit/db';
import { measureOldest } from '@redline/service-kit/records';
import {
  migrateDatabase,
  openBus,
  openDatabase,
  runRelay,
  runService,
  type ServiceRun,
} from '@redline/service-kit/service';
import { migrations } from '../migrations/index.ts';
import manifest from '../package.json' with { type: 'json' };
import { buildApp, keepWords } from './app.ts';
import { openNotices } from './clients/judge/embedded-judge.ts';
import { compileCommand, compilePacks } from './compile-packs.ts';
import { type Config, judgePlaceOf, limitsOf, modelOf, packsPlaceOf, readConfig } from './config.ts';
import { createEngineMetrics } from './engine-metrics.ts';
import { listTextsCommand, listTextsTo } from './list-texts.ts';
import { noReader, notReady } from './not-ready.ts';
import { openJudge } from './open-judge.ts';
import { openModel } from './open-model.ts';
import { observed } from './reader-metrics.ts';
import { checkRecord } from './store/check-record.ts';
import { textReader } from './store/read-texts.ts';
import { rewriteRecord } from './store/rewrite-record.ts';
import { databaseOptions, type Tables } from './store/tables.ts';

async function start(run: ServiceRun<Config>) {
  const { config, log, onClose } = run;
  const embedded = await openJudge(judgePlaceOf(config), config.JUDGE_THREADS).catch(noReader);
  if (embedded instanceof NoReaderError) return notReady(embedded, log);
  onClose('judge', embedded.close);
  const db = await openDatabase<Tables>(run, databaseOptions);
  const bus = await openBus(run, streams);
  const relay = runRelay(run, db, bus, [streams.jobs, streams.events]);
  measureOldest(run, db, { text: checkRecord, rewrite: rewriteRecord });
  const metrics = createEngineMetrics(run.metrics.registry);
  metrics.reader.set({ kind: embedded.reader }, 1);
  const judge = observed(embedded.judge, metrics);
  const model = openModel(modelOf(config), { log, metrics });
  const app = buildApp({
    db,
    bus,
    sites,
    metrics,
    messages: embedded.messages,
    siteLabels: embedded.siteLabels,
    words: keepWords({ db, sites, metrics }, { bytesMax: config.WORDS_CACHE_BYTES, log }),
    notices: openNotices(packsPlaceOf(config), model.confirm),
    readTexts: textReader(db),
    judge: model.review(judge),
    rewriter: model.writeFirst(embedded.rewriter, judge, embedded.messages),
    job: { ...textJob, ackWaitMs: config.JOB_LEASE_MS },
    rewriteJob: { ...rewriteJob, ackWaitMs: config.JOB_LEASE_MS },
    wakeRelay: relay.wake,
  });
  const running = await app.start(limitsOf(config), log);
  onClose('requests and jobs', running.stop);
  return { schema: migratedCheck(db, migrations), database: () => pingDb(db), bus: () => bus.ping() };
}

if (process.argv[2] === compileCommand) {
  process.exitCode = await compilePacks();
} else if (process.argv[2] === listTextsCommand) {
  process.exitCode = await listTextsTo(process.stdout, process.argv.slice(3));
} else {
  await runService({
    name: 'text-engine',
    version: manifest.version,
    readConfig,
    start,
    migrate: (run) => migrateDatabase(run, migrations, databaseOptions),
  });
}
