import {
  batchJob,
  billingRequests,
  imageJob,
  productLineNames,
  reportJob,
  rewriteJob,
  rewriteRequests,
  type Scope,
  type SiteId,
  type TextCheckFilter,
  textJob,
  textRequests,
  videoJob,
} from '@redline/contracts';
import { type Bus, hasMessage, type Running, serve, serveAll } from '@redline/service-kit/bus';
import { createFakeBatches, type FakeBatches, serveBatches } from './fake-batches.ts';
import { createFakeMedia, type FakeMedia, serveMedia } from './fake-media.ts';
import { createFakeNotices, type FakeNotices, serveNotices } from './fake-notices.ts';
import { createFakeReports, type FakeReports, serveReports } from './fake-reports.ts';
import { createFakeWebhooks, type FakeWebhooks, serveWebhooks } from './fake-webhooks.ts';
import { createFakeWords, type FakeWords, serveWords } from './fake-words.ts';
import { type Check, renderItem, renderRecord } from './text-records.ts';

interface EngineRecord {
  readonly scope: Scope;
  readonly check: Check;
  status: 'processing' | 'completed' | 'failed';
  attempt: number;
}

/** A submitted rewrite. */
interface Rewrite {
  readonly checkId: string;
  readonly strategy: string;
  readonly mode: string;
  status: 'processing' | 'failed';
  attempt: number;
}

/** A fault of one call: the request is lost, or the reply is. */
export type Fault = 'lost request' | 'lost reply';

type Step = 'prepare' | 'charge' | 'abandon';

/** Timeouts are short here, so a lost request is never answered within a test. */
const never = () => new Promise<never>(() => undefined);

export interface FakeServices extends Running {
  /** The text engine's records by id. */
  readonly records: Map<string, EngineRecord>;
  /** The text engine's rewrites by id, each with the check it is of. */
  readonly rewrites: Map<string, Rewrite>;
  /** Billing's charges by operation id; a refund takes one out and leaves a tombstone. */
  readonly charges: Map<string, number>;
  readonly tombstones: Set<string>;
  /** The calls so far, in order: `prepare text_…`. */
  readonly calls: string[];
  /** The filters of lists, in order. */
  readonly filters: (TextCheckFilter | undefined)[];
  balance: number;
  /** A product line that billing refuses. */
  closedLine: 'duanju' | 'touliu' | null;
  plan: { readonly mayIssueKeys: boolean; readonly name?: string; readonly wordLimit?: number } | undefined;
  readonly words: FakeWords;
  readonly webhooks: FakeWebhooks;
  readonly notices: FakeNotices;
  readonly media: FakeMedia;
  readonly orchestrator: FakeBatches;
  readonly reports: FakeReports;
  /** Faults of the next calls of a step; each is used once. */
  readonly faults: Record<Step, Fault[]>;
  /** Runs when a question of a step arrived, before it is answered. */
  readonly before: Partial<Record<Step, () => Promise<void>>>;
  /** Takes a job as the engine does, so that the record is past undoing. */
  readonly take: (id: string) => void;
  readonly hasJob: (id: string) => Promise<boolean>;
}

const price = 2;

const jobs = {
  batch: batchJob,
  fix: rewriteJob,
  image: imageJob,
  report: reportJob,
  text: textJob,
  video: videoJob,
} as const;
const jobOf = (id: string) =>
  Object.entries(jobs).find(([prefix]) => id.startsWith(`${prefix}_`))?.[1] ?? textJob;

/** Starts a fake text engine, billing and others that serve the gateway's requests over a real bus. */
export function startFakeServices(bus: Bus): FakeServices {
  const state: Omit<FakeServices, 'stop'> = {
    records: new Map(),
    rewrites: new Map(),
    charges: new Map(),
    tombstones: new Set(),
    calls: [],
    filters: [],
    balance: 1_000,
    closedLine: null,
    plan: { mayIssueKeys: true },
    faults: { prepare: [], charge: [], abandon: [] },
    before: {},
    words: createFakeWords(),
    webhooks: createFakeWebhooks(),
    notices: createFakeNotices(),
    media: createFakeMedia(),
    orchestrator: createFakeBatches(),
    reports: createFakeReports(),
    take(id) {
      const { images, videos } = state.media;
      const all = [
        state.records,
        state.rewrites,
        images,
        videos,
        state.orchestrator.batches,
        state.reports.reports,
      ];
      const record = all.map((records) => records.get(id)).find((found) => found !== undefined);
      if (record) record.attempt += 1;
    },
    hasJob: (id) => hasMessage(bus, 'JOBS', jobOf(id).subjectOf(id)),
  };
  const around = {
    withFault: <T>(step: 'prepare' | 'abandon', id: string, act: () => T) => withFault(state, step, id, act),
    refund: (id: string) => refund(state, id),
  };
  const running = [
    serveEngine(bus, state),
    serveRewrites(bus, state),
    serveWords(bus, state.words),
    serveWebhooks(bus, state.webhooks),
    serveNotices(bus, state.notices),
    ...serveMedia(bus, state.media, around),
    serveBatches(bus, state.orchestrator, around),
    serveReports(bus, state.reports, around),
    ...serveBilling(bus, state),
  ];
  return Object.assign(state, {
    async stop() {
      await Promise.all(running.map((one) => one.stop()));
    },
  });
}

type State = Omit<FakeServices, 'stop'>;

/** Runs one step with its next fault. */
async function withFault<T>(state: State, step: Step, id: string, act: () => T): Promise<T> {
  state.calls.push(`${step} ${id}`);
  await state.before[step]?.();
  const fault = state.faults[step].shift();
  if (fault === 'lost request') return never();
  const answer = act();
  return fault === 'lost reply' ? never() : answer;
}

function lineOfText(check: Check) {
  const vertical = 'productVertical' in check ? check.productVertical : undefined;
  const productLine = productLineNames.find((name) => name === vertical);
  return { item: 'text_check' as const, quantity: 1, ...(productLine && { productLine }) };
}

function serveEngine(bus: Bus, state: State): Running {
  const { records, rewrites } = state;
  const fixStatusOf = (checkId: string) =>
    [...rewrites.values()].findLast((one) => one.checkId === checkId)?.status;
  const own = (scope: Scope, id: string) => {
    const record = records.get(id);
    return record && JSON.stringify(record.scope) === JSON.stringify(scope) ? record : undefined;
  };
  return serveAll(
    bus,
    textRequests,
    {
      prepare: ({ operationId, scope, check, deadlineMs }) =>
        withFault(state, 'prepare', operationId, () => {
          if (!records.has(operationId) && Date.now() > deadlineMs) return { outcome: 'too_late' as const };
          if (!records.has(operationId)) {
            records.set(operationId, { scope, check, status: 'processing', attempt: 0 });
          }
          const line = { lineId: operationId, ...lineOfText(check) };
          return { outcome: 'prepared' as const, lines: [line] };
        }),
      quote: async ({ check }) => {
        const later = 'autoFix' in check && check.autoFix;
        const laterLines = later ? [{ item: 'rewrite' as const, quantity: 1 }] : [];
        return { outcome: 'quoted' as const, lines: [lineOfText(check)], laterLines };
      },
      abandon: ({ operationId, reason }) =>
        withFault(state, 'abandon', `${operationId} ${reason}`, () => {
          const record = records.get(operationId);
          if (record && (record.status !== 'processing' || record.attempt > 0)) {
            return { outcome: 'too_late' as const };
          }
          if (reason === 'refused') records.delete(operationId);
          else {
            if (record) record.status = 'failed';
            refund(state, operationId);
          }
          return { outcome: 'abandoned' as const };
        }),
      get: async ({ scope, id }) => {
        const record = own(scope, id);
        return record
          ? { outcome: 'found' as const, record: renderRecord(id, { ...record, fixStatus: fixStatusOf(id) }) }
          : { outcome: 'not_found' as const };
      },
      list: async ({ scope, page, pageSize, filter }) => {
        state.filters.push(filter);
        const all = [...records].filter(([id]) => own(scope, id)).reverse();
        const items = all
          .slice((page - 1) * pageSize, page * pageSize)
          .map(([id, record]) => renderItem(id, record));
        return { total: all.length, items };
      },
      delete: async ({ scope, id }) => {
        if (!own(scope, id)) return { outcome: 'not_found' as const };
        records.delete(id);
        return { outcome: 'deleted' as const };
      },
      reopen: async () => ({ outcome: 'not_found' as const }),
      statuses: async () => ({ records: [] }),
    },
    { queue: 'text-engine', concurrency: 1_000, stopTimeoutMs: 100 },
  );
}

/** Rewrites of completed checks, one at a time. */
function serveRewrites(bus: Bus, state: State): Running {
  const { records, rewrites } = state;
  const refusalOf = (checkId: string) => {
    const check = records.get(checkId);
    if (!check) {
      return { outcome: 'refused' as const, code: 'not_found' as const, message: 'no such check' };
    }
    const isBusy = [...rewrites.values()].some(
      (one) => one.checkId === checkId && one.status === 'processing',
    );
    if (check.status === 'completed' && !isBusy) return undefined;
    const message = 'a rewrite of this text check is running already';
    return { outcome: 'refused' as const, code: 'invalid_request' as const, message };
  };
  return serveAll(
    bus,
    rewriteRequests,
    {
      prepare: ({ operationId, checkId, strategy, mode, deadlineMs }) =>
        withFault(state, 'prepare', operationId, () => {
          const lines = [{ lineId: operationId, item: 'rewrite' as const, quantity: 1 }];
          if (rewrites.has(operationId)) return { outcome: 'prepared' as const, lines };
          if (Date.now() > deadlineMs) return { outcome: 'too_late' as const };
          const refusal = refusalOf(checkId);
          if (refusal) return refusal;
          rewrites.set(operationId, { checkId, strategy, mode, status: 'processing', attempt: 0 });
          return { outcome: 'prepared' as const, lines };
        }),
      quote: async ({ checkId }) =>
        refusalOf(checkId) ?? {
          outcome: 'quoted' as const,
          lines: [{ item: 'rewrite' as const, quantity: 1 }],
          laterLines: [],
        },
      abandon: ({ operationId, reason }) =>
        withFault(state, 'abandon', `${operationId} ${reason}`, () => {
          const rewrite = rewrites.get(operationId);
          if (rewrite && (rewrite.status !== 'processing' || rewrite.attempt > 0)) {
            return { outcome: 'too_late' as const };
          }
          if (reason === 'refused') rewrites.delete(operationId);
          else {
            if (rewrite) rewrite.status = 'failed';
            refund(state, operationId);
          }
          return { outcome: 'abandoned' as const };
        }),
      reopen: async () => ({ outcome: 'not_found' as const }),
      statuses: async () => ({ records: [] }),
    },
    { queue: 'text-engine', concurrency: 1_000, stopTimeoutMs: 100 },
  );
}

function refund(state: State, operationId: string): void {
  state.tombstones.add(operationId);
  const amount = state.charges.get(operationId);
  if (amount === undefined) return;
  state.charges.delete(operationId);
  state.balance += amount;
}

function serveBilling(bus: Bus, state: State): Running[] {
  const options = { queue: 'billing', concurrency: 1_000, stopTimeoutMs: 100 };
  const refusalOfLines = (lines: readonly { readonly productLine?: string | undefined }[]) => {
    if (!lines.some(({ productLine }) => productLine === state.closedLine)) return undefined;
    const message = `the product line ${state.closedLine} is not enabled`;
    return { outcome: 'refused' as const, code: 'product_line_not_enabled' as const, message };
  };
  const { plan, charge, quote, account } = billingRequests;
  return [
    serve(
      bus,
      plan,
      async () => {
        if (!state.plan) return { outcome: 'not_found' as const };
        const { mayIssueKeys, name = 'premium', wordLimit = 2_000 } = state.plan;
        const facts = {
          plan: name,
          isPaid: name !== 'free',
          mayBatch: true,
          wordLimit,
          mayIssueKeys,
          paidFrom: 'standard',
          keysFrom: 'premium',
        };
        return { outcome: 'found' as const, ...facts };
      },
      options,
    ),
    serve(
      bus,
      charge,
      ({ operationId, deadlineMs, lines }) =>
        withFault(state, 'charge', operationId, () => {
          const before = state.charges.get(operationId);
          if (before !== undefined) return { outcome: 'charged' as const, amount: before };
          if (state.tombstones.has(operationId)) {
            return { outcome: 'refused' as const, code: 'refunded_before' as const, message: 'refunded' };
          }
          if (Date.now() > deadlineMs) return { outcome: 'too_late' as const };
          if (state.balance < price) {
            const credits = { requiredCredits: price, currentBalance: state.balance };
            return { outcome: 'insufficient_credits' as const, ...credits };
          }
          const refusal = refusalOfLines(lines);
          if (refusal) return refusal;
          state.balance -= price;
          state.charges.set(operationId, price);
          return { outcome: 'charged' as const, amount: price };
        }),
      options,
    ),
    serve(
      bus,
      quote,
      async ({ lines, laterLines }) =>
        refusalOfLines(lines) ?? {
          outcome: 'quoted' as const,
          amount: price,
          laterAmount: laterLines.length * price,
          currentBalance: state.balance,
          lines: lines.map(({ item, quantity }) => ({ item, quantity, amount: price })),
        },
      options,
    ),
    serve(
      bus,
      account,
      async ({ siteId }) => ({ outcome: 'found' as const, facts: accountFacts(state.balance, siteId) }),
      options,
    ),
  ];
}

function accountFacts(balance: number, siteId: SiteId) {
  const usage = { textChecks: 1, videoChecks: 0, imageChecks: 0, batches: 0 };
  return {
    credits: { total: balance, subscription: balance, activity: 0, booster: 0, expiringSoon: null },
    subscription: { plan: `premium-${siteId}`, isPaid: true, renewsAt: null },
    usageThisMonth: { since: '2026-11-01T00:00:00.000Z', ...usage },
  };
}
