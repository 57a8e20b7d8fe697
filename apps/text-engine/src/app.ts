import {
  batchLane,
  erasureRequests,
  evaluateRequests,
  exportPageMax,
  exportRequests,
  noticeRequests,
  rewriteRequests,
  textRequests,
  wordRequests,
  wordsChangedBroadcast,
} from '@redline/contracts';
import {
  consumeJobs,
  joinRunning,
  type RequestHandlers,
  type Running,
  serve,
  serveAll,
  subscribe,
} from '@redline/service-kit/bus';
import type { Logger } from '@redline/service-kit/log';
import { startRetention } from '@redline/service-kit/partitions';
import {
  abandonHandler,
  recordIdsHandler,
  reopenHandler,
  type SweepLimits,
  startSweeper,
  statusesHandler,
} from '@redline/service-kit/records';
import type { Deps } from './deps.ts';
import { storedBy } from './domain/stored-evaluation.ts';
import { wordsLookedFor } from './domain/words/custom-words.ts';
import { deleteOne } from './handlers/delete.ts';
import { eraseAccount } from './handlers/erase-account.ts';
import { evaluateHandlers } from './handlers/evaluate.ts';
import { get } from './handlers/get.ts';
import { judgeJob } from './handlers/judge-job.ts';
import { list } from './handlers/list.ts';
import { noticeHandlers } from './handlers/notices.ts';
import { prepare, quote } from './handlers/prepare.ts';
import { rewriteJobHandler } from './handlers/rewrite-job.ts';
import { rewriteHandlers } from './handlers/rewrite-requests.ts';
import { sweepText } from './handlers/sweep.ts';
import { wordHandlers } from './handlers/words.ts';
import { isListed } from './store/account-rows.ts';
import { checkWrites } from './store/batched/check-writes.ts';
import { checkRecord, checkRecords } from './store/check-record.ts';
import { createLiveWords, type LiveWords } from './store/live-words.ts';
import { loadWords } from './store/load-words.ts';
import { retainedChecks } from './store/retained-checks.ts';

export interface App {
  readonly requests: RequestHandlers<typeof textRequests>;
  /** Answers requests, works on jobs and sweeps; stopping takes nothing new and waits for what runs. */
  readonly start: (limits: Limits, log: Logger) => Promise<Running>;
}

export interface Limits {
  readonly requestConcurrency: number;
  readonly jobConcurrency: number;
  readonly batchJobConcurrency: number;
  readonly sweep: SweepLimits;
  /** How long checks are kept; null for ever. */
  readonly textRetentionDays: number | null;
}

/** The word lists that this replica keeps ready. */
export function keepWords(
  { db, sites, metrics }: Pick<Deps, 'db' | 'sites' | 'metrics'>,
  { bytesMax, log }: { readonly bytesMax: number; readonly log: Logger },
): LiveWords {
  const scripts = new Map<string, readonly string[]>(
    sites.map(({ id, unmatchedWordScripts }) => [id, unmatchedWordScripts]),
  );
  const live = createLiveWords({
    async load(scope, since) {
      const { version, buckets } = await loadWords(db, scope, since);
      const unmatched = scripts.get(scope.siteId) ?? [];
      const lookedFor = [...buckets].map(
        ([bucket, words]) => [bucket, words && wordsLookedFor(words, unmatched)] as const,
      );
      return { version, buckets: new Map(lookedFor) };
    },
    bytesMax,
    log,
    onBuilt(seconds) {
      metrics.wordsBuildSeconds.observe(seconds);
      metrics.wordsBytes.set(live.bytes());
    },
  });
  return live;
}

/** The consumers' names on the server; never renamed, or the jobs of the old one would wait for nobody. */
const jobConsumer = 'text-engine';
const batchConsumer = 'text-engine-batches';
const rewriteConsumer = 'text-engine-rewrites';

/** The text engine, wired. */
export function buildApp(deps: Deps): App {
  const { db, bus, job } = deps;
  const toStore = storedBy(deps.messages);
  const writes = checkWrites(db, { leaseMs: job.ackWaitMs, maxAttempts: job.maxAttempts });
  const requests: RequestHandlers<typeof textRequests> = {
    prepare: prepare({ ...deps, writes }),
    quote: quote(deps),
    abandon: abandonHandler(checkRecords(db, deps.wakeRelay)),
    get: get(deps),
    list: list(deps),
    delete: deleteOne(deps),
    reopen: reopenHandler(db, checkRecord),
    statuses: statusesHandler(db, checkRecord),
  };
  return {
    requests,
    async start(limits, log) {
      const jobs = await consumeJobs(bus, job, judgeJob({ ...deps, writes, toStore }), {
        durable: jobConsumer,
        concurrency: limits.jobConcurrency,
      });
      const lane = batchLane(job);
      const ofBatches = await consumeJobs(bus, lane, judgeJob({ ...deps, job: lane, writes, toStore }), {
        durable: batchConsumer,
        concurrency: limits.batchJobConcurrency,
      });
      const rewriting = await consumeJobs(bus, deps.rewriteJob, rewriteJobHandler(deps), {
        durable: rewriteConsumer,
        concurrency: limits.jobConcurrency,
      });
      const serving = { queue: 'text-engine', concurrency: limits.requestConcurrency };
      const served = serveAll(bus, textRequests, requests, serving);
      const servedRewrites = serveAll(bus, rewriteRequests, rewriteHandlers(deps), serving);
      const servedWords = serveAll(bus, wordRequests, wordHandlers(deps), serving);
      const servedNotices = serveAll(bus, noticeRequests, noticeHandlers(deps), serving);
      const servedPassages = serveAll(bus, evaluateRequests, evaluateHandlers(deps), serving);
      const listing = recordIdsHandler(db, checkRecord, { isListed, pageMax: exportPageMax });
      const servedIds = serve(bus, exportRequests.text, listing, serving);
      const erasing = serve(bus, erasureRequests['text-engine'], eraseAccount(deps), serving);
      const heard = subscribe(bus, wordsChangedBroadcast, ({ scope, ...now }) =>
        deps.words.changed(scope, now),
      );
      const sweeping = startSweeper((options) => sweepText(deps, options), limits.sweep, log);
      const retaining = startRetention(db, retainedChecks(limits.textRetentionDays), {
        log,
        onErased: deps.wakeRelay,
      });
      const asked = [served, servedRewrites, servedWords, servedNotices, servedPassages, servedIds, erasing];
      return joinRunning([jobs, ofBatches, rewriting, ...asked, heard, sweeping, retaining]);
    },
  };
}
