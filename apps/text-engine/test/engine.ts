import { randomUUID } from 'node:crypto';
import { rewriteJob, type Scope, streams, textJob, us } from '@redline/contracts';
import type { Evaluation, Messages } from '@redline/rule-engine/evaluate';
import type { Notices } from '@redline/rule-engine/notices';
import type { Rewriter } from '@redline/rule-engine/rewrite';
import { type Bus, publishJob } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';
import { createLogger } from '@redline/service-kit/log';
import { createMetrics } from '@redline/service-kit/metrics';
import { startRelay } from '@redline/service-kit/outbox';
import { openTestBus } from '@redline/service-kit/test/make-streams';
import { idleSweep, messageContext, runningOn } from '@redline/testkit/service';
import { buildApp, keepWords, type Limits } from '../src/app.ts';
import type { Deps } from '../src/deps.ts';
import type { Judge } from '../src/domain/judge.ts';
import { storedBy } from '../src/domain/stored-evaluation.ts';
import { createEngineMetrics } from '../src/engine-metrics.ts';
import { textReader } from '../src/store/read-texts.ts';
import type { Db } from '../src/store/tables.ts';

export const quiet = createLogger({ service: 'test', level: 'silent' });

export const newId = () => createId('text');

export const newScope = (changes: Partial<Scope> = {}): Scope => ({
  accountId: `acct_${randomUUID()}`,
  siteId: 'us',
  tenantId: '',
  ...changes,
});

/** The texts that evaluations of the tests refer to. */
export const testMessages: Messages = {
  precedents: new Map(),
  wordings: new Map([
    [
      'wording-us',
      {
        category: { 'en-US': 'Category', 'zh-CN': '类别' },
        suggestion: { 'en-US': 'Suggestion', 'zh-CN': '建议' },
        legalRef: { 'en-US': '16 CFR 1', 'zh-CN': '16 CFR 1（注）' },
        tierReason: null,
        insert: null,
      },
    ],
    [
      'wording-main',
      {
        category: { 'zh-CN': '类别' },
        suggestion: { 'zh-CN': '建议' },
        legalRef: { 'zh-CN': '《广告法》第九条' },
        tierReason: { 'zh-CN': '违反《广告法》。' },
        insert: null,
      },
    ],
  ]),
  wordingIds: new Map([['us.test.rule', 'wording-us']]),
  reasons: new Map([['us', new Map([['negation', { 'en-US': 'It is denied.', 'zh-CN': '已作否定。' }]])]]),
};

/** The evaluation by every judge of the tests: one violation over the first five characters. */
export const evaluationOf = (text: string): Evaluation => ({
  riskLevel: 'high',
  findings: [
    {
      ruleId: 'us.test.rule',
      wordingId: 'wording-us',
      alsoFoundBy: [],
      topic: 'test',
      kind: 'violation',
      tier: null,
      tierLabel: null,
      severity: 'high',
      source: 'rule',
      start: 0,
      end: 5,
      matchedText: text.slice(0, 5),
      folds: [],
    },
  ],
  customFindings: [],
  considered: [{ ruleId: 'us.test.rule', start: 6, end: 8, because: 'negation' }],
  summary: { violation: 1, sceneHint: 0, custom: 0, semantic: 0 },
  semanticLabels: [],
  pack: { id: 'us', version: '1.0.0', contentHash: 'abc' },
  reviewer: 'embedded',
  reader: 'native',
});

/** Turns evaluations of the tests into what records store. */
export const toStore = storedBy(testMessages);

export const plainJudge: Judge = ({ text }) => evaluationOf(text);

/** The notices of tests that need none. */
const noNotices: Notices = { find: async () => [], dismissable: new Set() };
/** The rewriter of the tests. */
export const plainRewriter: Rewriter = ({ text }) => ({
  text: text.replace('cure arthritis', 'smell of mint'),
  riskCount: 0,
  accepted: true,
  refusal: null,
  writer: 'embedded',
});

export const openBus = (url: string) => openTestBus(url, streams);

export function depsOf(db: Db, bus: Bus, changes: Partial<Deps> = {}): Deps {
  const own = { db, sites: [us], metrics: createEngineMetrics(createMetrics({ service: 'test' }).registry) };
  const words = keepWords(own, { bytesMax: 16_777_216, log: quiet });
  return {
    ...own,
    bus,
    notices: noNotices,
    judge: plainJudge,
    rewriter: plainRewriter,
    messages: testMessages,
    siteLabels: new Map(),
    words,
    readTexts: textReader(db),
    job: textJob,
    rewriteJob,
    wakeRelay: () => {},
    ...changes,
  };
}

type Changes = Partial<Deps> & { readonly limits?: Partial<Limits> };

const limits: Limits = {
  requestConcurrency: 256,
  jobConcurrency: 8,
  batchJobConcurrency: 2,
  sweep: idleSweep,
  textRetentionDays: null,
};

/** Starts an engine as `main` does, on a bus of its own; `stop` closes that too. */
export async function startEngine(db: Db, natsUrl: string, changes: Changes = {}) {
  const bus = await openBus(natsUrl);
  const relay = startRelay(db, bus, { log: quiet });
  const app = buildApp(depsOf(db, bus, { wakeRelay: relay.wake, ...changes }));
  return runningOn(bus, relay, await app.start({ ...limits, ...changes.limits }, quiet));
}

export const bodyOf = (text = 'Our drops cure arthritis.') => ({
  text,
  platform: 'dtc_us',
  vertical: 'supplement',
  explainLocale: 'en-US',
});

/** A check of an international site as it is inserted. */
export const newCheckOf = (text?: string) => ({
  ...bodyOf(text),
  productVertical: null,
  sceneMode: null,
  autoFix: false,
  batchId: null,
});

export const requestContext = () => messageContext('rpc.text', quiet);

/** The job of a check, as the gateway publishes it. */
export const publishCheck = (bus: Bus, id: string, scope: Scope, msgId = id, job = textJob) =>
  publishJob(
    bus,
    job,
    id,
    { version: 1, id, scope, charged: 2, requestId: 'req-1' },
    { msgId, timeoutMs: 5_000, requestId: 'req-1' },
  );
