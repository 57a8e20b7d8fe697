import {
  type BatchItemKind,
  type Issue,
  type ItemVerdict,
  imageBatchJob,
  imageEvents,
  imageRequests,
  type Scope,
  textBatchJob,
  textEvents,
  textRequests,
  videoBatchJob,
  videoEvents,
  videoRequests,
} from '@redline/contracts';
import { type Bus, BusError, consumeJobs, type Running, serve } from '@redline/service-kit/bus';
import { openBus, startedHere } from './orchestrator.ts';

const owners = {
  text: { requests: textRequests, job: textBatchJob, events: textEvents },
  image: { requests: imageRequests, job: imageBatchJob, events: imageEvents },
  video: { requests: videoRequests, job: videoBatchJob, events: videoEvents },
} as const;

/** A check as an owner keeps it. */
interface Owned {
  readonly kind: BatchItemKind;
  readonly scope: Scope;
  readonly batchId: string | undefined;
  readonly submitted: unknown;
  status: 'processing' | 'completed' | 'failed' | 'cancelled';
  /** How often a job of it was begun. */
  jobs: number;
}

export interface OwnerOptions {
  /** The answer to an offer instead of taking it: a sentence refuses it, `away` gives no answer. */
  readonly onOffer?: (id: string, kind: BatchItemKind) => Promise<string | undefined> | string | undefined;
  /** The outcome of a check whose job has come; none where it is left out. */
  readonly onJob?: (id: string, kind: BatchItemKind) => Promise<void>;
  readonly misfits?: ReadonlyMap<string, { readonly message: string; readonly issues?: Issue[] }>;
}

/** Replaces the text and the media engine: stores records, consumes jobs, and publishes the events that a test asks for. */
export async function startOwners(natsUrl: string, { onOffer, onJob, misfits }: OwnerOptions = {}) {
  const bus = await openBus(natsUrl);
  const checks = new Map<string, Owned>();
  const lookedUp: string[] = [];
  const running: Running[] = [];
  const serving = { queue: 'owners', concurrency: 1_000 };
  for (const kind of ['text', 'image', 'video'] as const) {
    const job = owners[kind].job;
    // The same for every kind, as far as it goes here.
    const requests = owners[kind].requests as typeof textRequests;
    running.push(
      serve<typeof textRequests.prepare>(
        bus,
        requests.prepare,
        async ({ operationId: id, scope, batchId, deadlineMs, check }) => {
          const said = await onOffer?.(id, kind);
          if (said === 'away') throw new BusError('unavailable', 'away');
          if (said) return { outcome: 'refused', code: 'invalid_request', message: said };
          if (Date.now() > deadlineMs) return { outcome: 'too_late' };
          if (!checks.has(id))
            checks.set(id, { kind, scope, batchId, submitted: check, status: 'processing', jobs: 0 });
          return { outcome: 'prepared', lines: [] };
        },
        serving,
      ),
      serve<typeof textRequests.abandon>(
        bus,
        requests.abandon,
        async ({ operationId: id, reason }) => {
          if (reason === 'refused' && checks.get(id)?.jobs === 0) checks.delete(id);
          return { outcome: 'abandoned' };
        },
        serving,
      ),
      serve<typeof textRequests.delete>(
        bus,
        requests.delete,
        async ({ id, scope }) => {
          const check = checks.get(id);
          if (!check || JSON.stringify(check.scope) !== JSON.stringify(scope))
            return { outcome: 'not_found' };
          checks.delete(id);
          if (check.status === 'processing') await publish(bus, check, id, 'cancelled');
          return { outcome: 'deleted' };
        },
        serving,
      ),
      serve<typeof textRequests.get>(
        bus,
        requests.get,
        async ({ id, scope }) => {
          lookedUp.push(id);
          const check = checks.get(id);
          const isHidden = check && isUnlisted(check);
          if (!check || isHidden || check.scope.accountId !== scope.accountId)
            return { outcome: 'not_found' };
          return { outcome: 'found', record: recordOf(id, check) as never };
        },
        serving,
      ),
      await consumeJobs(
        bus,
        job,
        async ({ id }) => {
          const check = checks.get(id);
          if (!check) return;
          check.jobs += 1;
          await onJob?.(id, kind);
        },
        { durable: `owner-${kind}`, concurrency: 50 },
      ),
    );
  }
  running.push(
    serve<typeof videoRequests.measure>(
      bus,
      videoRequests.measure,
      async ({ videoUrl }) => {
        const misfit = misfits?.get(videoUrl);
        return misfit ? { outcome: 'misfit', ...misfit } : { outcome: 'fits' };
      },
      serving,
    ),
  );
  await bus.ping();
  return startedHere({
    bus,
    checks,
    lookedUp,
    /** Ends a check, and tells of it as its owner does. */
    async end(id: string, type: EndOfCheck, verdict: ItemVerdict = verdictOf()) {
      const check = checks.get(id);
      if (!check) throw new Error(`there is no check ${id}`);
      if (type !== 'transcribed' && type !== 'deleted') check.status = type;
      await publish(bus, check, id, type, verdict);
    },
    /** Ends a check without an event. */
    endWithoutEvent(id: string, status: 'completed' | 'failed') {
      const check = checks.get(id);
      if (check) check.status = status;
    },
    async stop() {
      await Promise.all(running.map((one) => one.stop()));
      await bus.close();
    },
  });
}

export type Owners = Awaited<ReturnType<typeof startOwners>>;

/** One of the main site is shown to nobody before it has ended. */
const isUnlisted = ({ kind, scope, status }: Owned) =>
  kind === 'image' && scope.siteId === 'main' && status === 'processing';

/** A text check as an international site shows it; of the others only how it stands. */
function recordOf(id: string, { submitted, status }: Owned) {
  const risk = {
    id: 'risk_1',
    kind: 'violation',
    severity: 'low',
    matchedText: 'cure',
    startIndex: 0,
    endIndex: 4,
    category: 'Claims',
    suggestion: 'Leave it out',
    legalRef: null,
    source: 'rule',
    folds: [],
  };
  const found = status === 'completed';
  return {
    id,
    object: 'intl_text_check',
    status,
    platform: 'dtc_us',
    vertical: 'beauty',
    fixStatus: null,
    text: (submitted as { text?: string }).text ?? '',
    riskLevel: found ? 'low' : null,
    summary: { violation: found ? 1 : 0, sceneHint: 0, custom: 0, semantic: 0 },
    risks: found ? [risk] : [],
    customRisks: [],
    semanticLabels: [],
    considered: [],
    fixedText: null,
    createdAt: new Date().toISOString(),
    updatedAt: new Date().toISOString(),
    ...imageParts,
  };
}

/** Fields of an image check besides. */
const imageParts = {
  image: { url: '', title: '', sizeBytes: 1, width: 1, height: 1 },
  labels: [],
  coverage: [],
};

type EndOfCheck = 'completed' | 'transcribed' | 'failed' | 'cancelled' | 'deleted';

export const verdictOf = (changes: Partial<ItemVerdict> = {}): ItemVerdict => ({
  riskLevel: 'PASS',
  summary: { violation: 1, sceneHint: 0 },
  ...changes,
});

/** Tells of a check as its owner does; a message id makes it the same event. */
export async function publish(
  bus: Bus,
  { kind, scope, batchId }: Pick<Owned, 'kind' | 'scope' | 'batchId'>,
  id: string,
  type: EndOfCheck,
  verdict?: ItemVerdict,
  msgID?: string,
): Promise<void> {
  const events = owners[kind].events as Record<string, { readonly subject: string }>;
  const payload = {
    version: 1,
    id,
    scope,
    batchId,
    occurredAt: new Date().toISOString(),
    ...(type === 'failed' ? { reason: 'broken' } : {}),
    ...(type === 'completed' || type === 'transcribed' ? { verdict } : {}),
    ...(kind === 'video' && type === 'completed' ? { declaredSeconds: 10, actualSeconds: 10 } : {}),
  };
  const subject = events[type]?.subject;
  if (!subject) throw new Error(`${kind} checks are never ${type}`);
  await bus.jetstream.publish(subject, JSON.stringify(payload), msgID ? { msgID } : {});
}

/** How often each check of a list was told of, by what was told: `completed`, `failed`, `cancelled`, `item.failed`. */
export async function endsOf(bus: Bus, checkIds: readonly string[]): Promise<Map<string, string[]>> {
  const ends = new Map(checkIds.map((checkId) => [checkId, [] as string[]]));
  const { state } = await bus.manager.streams.info('EVENTS');
  for (let seq = Math.max(1, state.first_seq); seq <= state.last_seq; seq++) {
    const message = await bus.manager.streams.getMessage('EVENTS', { seq });
    const [, , ...named] = message?.subject.split('.') ?? [];
    const end = named.includes('item') ? 'item.failed' : named.at(-1);
    if (message && end) ends.get(message.json<{ id: string }>().id)?.push(end);
  }
  return ends;
}

/** The events of a stream that the orchestrator wrote, by what they name: `item.failed <id>`, `completed <id>`. */
export async function told(bus: Bus, batchId: string): Promise<string[]> {
  const found: string[] = [];
  const { state } = await bus.manager.streams.info('EVENTS');
  for (let seq = Math.max(1, state.first_seq); seq <= state.last_seq; seq++) {
    const message = await bus.manager.streams.getMessage('EVENTS', { seq });
    if (!message?.subject.startsWith('event.batch.')) continue;
    const event = message.json<{ id: string; batchId?: string }>();
    if (event.id !== batchId && event.batchId !== batchId) continue;
    found.push(`${message.subject.replace('event.batch.', '')} ${event.id}`);
  }
  return found;
}
