import {
  type BatchItemKind,
  failureOf,
  type ItemVerdict,
  isPassedByBatch,
  type RecordFailure,
} from '@redline/contracts';

/** State of an item; `waiting`: not yet dispatched to the owner of its check. */
export type ItemStatus = 'waiting' | 'processing' | 'completed' | 'failed';

/** The state of one item. */
export interface ItemState {
  readonly checkId: string;
  readonly kind: BatchItemKind;
  readonly status: ItemStatus;
  /** Its owner has a check of it, and refunds it if that fails. */
  readonly held: boolean;
  /** The verdict of a completed item. */
  readonly verdict: ItemVerdict | null;
  /** Why it failed, as clients see it; null unless it has, and of items of an older version. */
  readonly failure: RecordFailure | null;
}

/** The state of a batch; `cancelled` means deleted while it was processing. */
export interface BatchState {
  readonly id: string;
  readonly status: 'processing' | 'completed' | 'failed' | 'cancelled';
  readonly result: 'PASS' | 'REJECT' | null;
  readonly items: readonly ItemState[];
}

/** An event of a batch or of one of its items. */
export type BatchEvent =
  /** Owners have accepted these items. */
  | { readonly type: 'dispatched'; readonly checkIds: readonly string[] }
  /** The owner has refused this item, with a sentence for the client. */
  | { readonly type: 'refused'; readonly checkId: string; readonly sentence: string }
  /** Waiting items will never be dispatched. */
  | { readonly type: 'given_up'; readonly reason: string }
  /** A check has ended. `transcribed`: the transcript of a video has ended, after its frames. */
  | { readonly type: 'completed' | 'transcribed'; readonly checkId: string; readonly verdict: ItemVerdict }
  | { readonly type: 'failed'; readonly checkId: string; readonly failure: RecordFailure }
  | { readonly type: 'cancelled'; readonly checkId: string }
  /** The owner has no such check any more. */
  | { readonly type: 'gone'; readonly checkId: string }
  | { readonly type: 'deleted' }
  /** An operator has the waiting items dispatched again. */
  | { readonly type: 'reopened' };

/** An action that a change causes, in the same transaction. */
export type Command =
  | { readonly type: 'start_check'; readonly item: ItemState }
  /** The owner has accepted an item that must not be checked. */
  | { readonly type: 'withdraw_check'; readonly item: ItemState }
  /** Refunds an item that no owner holds; or the batch, if no owner holds any item. */
  | { readonly type: 'refund'; readonly lineId: string; readonly reason: string }
  | { readonly type: 'publish_completed'; readonly result: 'PASS' | 'REJECT' };

export interface Advanced {
  readonly state: BatchState;
  readonly commands: readonly Command[];
}

/** Tells whether an item has ended; a completed video has not while its transcript is processing. */
export const isDone = ({ status, verdict }: ItemState): boolean =>
  status === 'failed' || (status === 'completed' && verdict?.transcriptStatus !== 'processing');

/**
 * Applies an event to a batch. Events come in any order, more than once or not at all; the first end of an item stands,
 * and so does that of the batch.
 *
 * Until an owner holds an item the batch refunds it, from then on the owner does with its failed and cancelled events.
 * @returns the next state, which is the same object if nothing has changed, and the actions that the change causes
 */
export function advance(state: BatchState, event: BatchEvent): Advanced {
  if (event.type === 'dispatched') return dispatch(state, event.checkIds);
  if (event.type === 'reopened') return reopen(state);
  if (state.status !== 'processing') return { state, commands: [] };
  switch (event.type) {
    case 'given_up':
      return changeItems(state, failWaiting(event.reason));
    case 'deleted': {
      const { items, commands } = withChanges(state, failWaiting('deleted'));
      const unbegun = refundBatch(state.id, items, 'deleted');
      return { state: { ...state, status: 'cancelled', items }, commands: [...commands, ...unbegun] };
    }
    case 'refused':
      return changeItems(state, (item) =>
        item.checkId === event.checkId && item.status === 'waiting'
          ? refund(item, 'refused', event.sentence)
          : item,
      );
    default:
      return changeItems(state, (item) => (item.checkId === event.checkId ? ended(item, event) : item));
  }
}

/** Fails an item before any owner holds it, so that the batch refunds it. The event has the reason alone. */
const refund = (item: ItemState, reason: string, sentence?: string): Refunded => ({
  ...item,
  status: 'failed',
  failure: failureOf(reason, sentence),
  refund: reason,
});
type Refunded = ItemState & { readonly refund: string };

type EndOfCheck = Exclude<
  BatchEvent,
  { readonly type: 'dispatched' | 'refused' | 'given_up' | 'deleted' | 'reopened' }
>;

function ended(item: ItemState, event: EndOfCheck): ItemState {
  if (isDone(item)) return item;
  const hasVerdict = item.status === 'completed';
  switch (event.type) {
    case 'completed':
      return hasVerdict ? item : { ...item, status: 'completed', held: true, verdict: event.verdict };
    case 'transcribed':
      return { ...item, status: 'completed', held: true, verdict: event.verdict };
    case 'failed':
    case 'cancelled':
    case 'gone':
      // The verdict on the frames stands, without a transcript.
      if (hasVerdict && item.verdict)
        return { ...item, verdict: { ...item.verdict, transcriptStatus: 'failed' } };
      return { ...item, status: 'failed', held: true, failure: failureOfEnd(event) };
  }
}

const failureOfEnd = (event: EndOfCheck): RecordFailure =>
  event.type === 'failed' ? event.failure : failureOf(event.type);

function dispatch(state: BatchState, checkIds: readonly string[]): Advanced {
  const taken = state.items.filter(({ checkId }) => checkIds.includes(checkId));
  if (state.status !== 'processing') return { state, commands: withdrawalsOf(taken) };
  const starting = new Set(taken.filter(({ status }) => status === 'waiting'));
  const items = state.items.map((item) =>
    starting.has(item) ? ({ ...item, status: 'processing', held: true } as const) : item,
  );
  const commands: Command[] = items
    .filter((_, index) => starting.has(state.items[index] as ItemState))
    .map((item) => ({ type: 'start_check', item }));
  const late = withdrawalsOf(taken.filter((item) => !starting.has(item)));
  return { state: starting.size > 0 ? { ...state, items } : state, commands: [...commands, ...late] };
}

/** Withdraws items that no owner holds; a held item was dispatched by another worker, and is being checked. */
const withdrawalsOf = (items: readonly ItemState[]): Command[] =>
  items.filter(({ held }) => !held).map((item) => ({ type: 'withdraw_check', item }));

const failWaiting =
  (reason: string): Change =>
  (item) =>
    item.status === 'waiting' ? refund(item, reason) : item;

type Change = (item: ItemState) => ItemState | Refunded;

function withChanges({ items }: BatchState, change: Change) {
  const commands: Command[] = [];
  const changed = items.map((before) => {
    const item = change(before);
    if (!('refund' in item)) return item;
    const { refund: reason, ...plain } = item;
    commands.push({ type: 'refund', lineId: plain.checkId, reason });
    return plain;
  });
  return { items: changed, commands };
}

/** Refunds the batch itself if no owner holds any item: it then does not count either. */
const refundBatch = (lineId: string, items: readonly ItemState[], reason: string): Command[] =>
  items.some(({ held }) => held) ? [] : [{ type: 'refund', lineId, reason }];

/** Changes items of a processing batch, and ends the batch with its last item. */
function changeItems(state: BatchState, change: Change): Advanced {
  const { items, commands } = withChanges(state, change);
  if (items.every((item, index) => item === state.items[index])) return { state, commands: [] };
  if (!items.every(isDone)) return { state: { ...state, items }, commands };
  const result = items.every(({ verdict }) => isPassedByBatch(verdict?.riskLevel ?? null))
    ? 'PASS'
    : 'REJECT';
  const status = items.every((item) => item.status === 'failed') ? 'failed' : 'completed';
  return {
    state: { ...state, status, result, items },
    commands: [
      ...commands,
      ...refundBatch(state.id, items, 'not_begun'),
      { type: 'publish_completed', result },
    ],
  };
}

function reopen(state: BatchState): Advanced {
  const isLost = ({ status, held }: ItemState) => status === 'failed' && !held;
  if (state.status === 'cancelled' || !state.items.some(isLost)) return { state, commands: [] };
  const items = state.items.map((item) =>
    isLost(item) ? ({ ...item, status: 'waiting', failure: null } as const) : item,
  );
  return { state: { ...state, status: 'processing', result: null, items }, commands: [] };
}

/** Counts the items that have ended. */
export const doneOf = ({ items }: BatchState): number => items.filter(isDone).length;

/** Sums up the counts of the verdicts, as the site counts. */
export function summaryOf({ items }: BatchState): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { verdict } of items) {
    for (const [name, count] of Object.entries(verdict?.summary ?? {}))
      sums[name] = (sums[name] ?? 0) + count;
  }
  return sums;
}
