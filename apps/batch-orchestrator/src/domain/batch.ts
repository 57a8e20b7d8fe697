import { type BatchItemKind, type ItemVerdict, isPassedByBatch } from '@redline/contracts';

/** `waiting`: its owner has not been given it yet. */
export type ItemStatus = 'waiting' | 'processing' | 'completed' | 'failed';

/** How one item stands. */
export interface ItemState {
  readonly checkId: string;
  readonly kind: BatchItemKind;
  readonly status: ItemStatus;
  /** Its owner has a check of it, and answers for what was paid. */
  readonly held: boolean;
  /** Of a completed one. */
  readonly verdict: ItemVerdict | null;
}

/** How a batch stands; `cancelled` was deleted while it was processing. */
export interface BatchState {
  readonly id: string;
  readonly status: 'processing' | 'completed' | 'failed' | 'cancelled';
  readonly result: 'PASS' | 'REJECT' | null;
  readonly items: readonly ItemState[];
}

/** An event of a batch or of one of its items. */
export type BatchEvent =
  /** Owners have taken these items. */
  | { readonly type: 'handed_out'; readonly checkIds: readonly string[] }
  /** An owner will never take this item. */
  | { readonly type: 'refused'; readonly checkId: string; readonly reason: string }
  /** Nobody will hand out what still waits. */
  | { readonly type: 'given_up'; readonly reason: string }
  /** What became of a check. `transcribed`: its voice has ended after its picture. */
  | { readonly type: 'completed' | 'transcribed'; readonly checkId: string; readonly verdict: ItemVerdict }
  | { readonly type: 'failed' | 'cancelled'; readonly checkId: string }
  /** Its owner has no such check any more. */
  | { readonly type: 'gone'; readonly checkId: string }
  | { readonly type: 'deleted' }
  /** An operator has the rest handed out once more. */
  | { readonly type: 'reopened' };

/** What is to be done with a change, at once or not at all. */
export type Command =
  | { readonly type: 'start_check'; readonly item: ItemState }
  /** The owner was given an item that must not be checked. */
  | { readonly type: 'withdraw_check'; readonly item: ItemState }
  /** What was paid for an item that no owner holds comes back; or for the batch, if none holds any of it. */
  | { readonly type: 'refund'; readonly lineId: string; readonly reason: string }
  | { readonly type: 'publish_completed'; readonly result: 'PASS' | 'REJECT' };

export interface Advanced {
  readonly state: BatchState;
  readonly commands: readonly Command[];
}

/** Whether nothing more is to come of an item: of a video its voice may be. */
export const isDone = ({ status, verdict }: ItemState): boolean =>
  status === 'failed' || (status === 'completed' && verdict?.transcriptStatus !== 'processing');

/**
 * A batch after an event. Events come in any order, more than once or not at all; the first end of an item stands, and
 * so does that of the batch.
 *
 * An item is refunded by whoever answers for it: until an owner holds it that is the batch, from then on the owner with
 * its failed and cancelled events.
 * @returns the next state, which is the same object when nothing has changed, and what is to be done with it
 */
export function advance(state: BatchState, event: BatchEvent): Advanced {
  if (event.type === 'handed_out') return handOut(state, event.checkIds);
  if (event.type === 'reopened') return reopen(state);
  if (state.status !== 'processing') return { state, commands: [] };
  switch (event.type) {
    case 'given_up':
      return changeItems(state, endOfWaiting(event.reason));
    case 'deleted': {
      const { items, commands } = withChanges(state, endOfWaiting('deleted'));
      const unbegun = refundUnbegun(state.id, items, 'deleted');
      return { state: { ...state, status: 'cancelled', items }, commands: [...commands, ...unbegun] };
    }
    case 'refused':
      return changeItems(state, (item) =>
        item.checkId === event.checkId && item.status === 'waiting' ? refund(item, event.reason) : item,
      );
    default:
      return changeItems(state, (item) => (item.checkId === event.checkId ? ended(item, event) : item));
  }
}

/** An item that failed before any owner had it, which is what the batch pays back. */
const refund = (item: ItemState, reason: string): Refunded => ({ ...item, status: 'failed', refund: reason });
type Refunded = ItemState & { readonly refund: string };

type EndOfCheck = Exclude<
  BatchEvent,
  { readonly type: 'handed_out' | 'refused' | 'given_up' | 'deleted' | 'reopened' }
>;

function ended(item: ItemState, event: EndOfCheck): ItemState {
  if (isDone(item)) return item;
  const isSeen = item.status === 'completed';
  switch (event.type) {
    case 'completed':
      return isSeen ? item : { ...item, status: 'completed', held: true, verdict: event.verdict };
    case 'transcribed':
      return { ...item, status: 'completed', held: true, verdict: event.verdict };
    case 'failed':
    case 'cancelled':
    case 'gone':
      // What was seen stands, though nobody will ever say what was heard.
      if (isSeen && item.verdict)
        return { ...item, verdict: { ...item.verdict, transcriptStatus: 'failed' } };
      return { ...item, status: 'failed', held: true };
  }
}

function handOut(state: BatchState, checkIds: readonly string[]): Advanced {
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

/** What its owner holds already was handed out by another worker, and is under way. */
const withdrawalsOf = (items: readonly ItemState[]): Command[] =>
  items.filter(({ held }) => !held).map((item) => ({ type: 'withdraw_check', item }));

const endOfWaiting =
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

/** Nothing of the batch was ever begun, so that it does not count either. */
const refundUnbegun = (lineId: string, items: readonly ItemState[], reason: string): Command[] =>
  items.some(({ held }) => held) ? [] : [{ type: 'refund', lineId, reason }];

/** Changes items of a batch that is processing, and ends it with the last of them. */
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
      ...refundUnbegun(state.id, items, 'not_begun'),
      { type: 'publish_completed', result },
    ],
  };
}

function reopen(state: BatchState): Advanced {
  const isLost = ({ status, held }: ItemState) => status === 'failed' && !held;
  if (state.status === 'cancelled' || !state.items.some(isLost)) return { state, commands: [] };
  const items = state.items.map((item) => (isLost(item) ? ({ ...item, status: 'waiting' } as const) : item));
  return { state: { ...state, status: 'processing', result: null, items }, commands: [] };
}

/** How many items have ended. */
export const doneOf = ({ items }: BatchState): number => items.filter(isDone).length;

/** What the verdicts of the items come to, as the site counts. */
export function summaryOf({ items }: BatchState): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { verdict } of items) {
    for (const [name, count] of Object.entries(verdict?.summary ?? {}))
      sums[name] = (sums[name] ?? 0) + count;
  }
  return sums;
}
