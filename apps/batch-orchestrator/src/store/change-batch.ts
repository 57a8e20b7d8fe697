import { batchEvents, imageBatchJob, type Scope, textBatchJob, videoBatchJob } from '@redline/contracts';
import { scopeColumns, scopeOf } from '@redline/service-kit/db';
import { appendOutbox, eventMessage, jobMessage, type OutboxMessage } from '@redline/service-kit/outbox';
import { type RawBuilder, sql } from 'kysely';
import {
  advance,
  type BatchEvent,
  type BatchState,
  type Command,
  doneOf,
  type ItemState,
  isDone,
  summaryOf,
} from '../domain/batch.ts';
import type { Trx } from './tables.ts';

/** The result of a change. */
export interface Changed {
  readonly before: BatchState;
  readonly state: BatchState;
  readonly isChanged: boolean;
  /** Checks that owners hold and must not, to be withdrawn after the commit. */
  readonly withdrawn: readonly ItemState[];
}

export interface ChangeOptions {
  readonly requestId?: string | undefined;
  /** Over the columns of `batches`; nothing changes if it does not hold. */
  readonly condition?: RawBuilder<boolean>;
}

/**
 * Applies an event to a batch: locks it, asks the domain, and writes the changes together with the messages that they
 * cause.
 * @returns undefined if there is no such batch, or the condition does not hold
 */
export async function changeBatch(
  trx: Trx,
  id: string,
  event: BatchEvent,
  { requestId, condition = sql`true` }: ChangeOptions = {},
): Promise<Changed | undefined> {
  const locked = await lock(trx, id, condition);
  if (!locked) return undefined;
  const before = { ...locked.batch, items: await itemsOf(trx, id) };
  const { state, commands } = advance(before, event);
  if (state !== before) {
    await writeItems(trx, before, state);
    await writeBatch(trx, state, event);
  }
  const messages = commands.flatMap((command) =>
    messageOf(command, { state, scope: locked.scope, requestId }),
  );
  await appendOutbox(trx, messages);
  const withdrawn = commands.flatMap((command) => (command.type === 'withdraw_check' ? [command.item] : []));
  return { before, state, isChanged: state !== before, withdrawn };
}

async function lock(trx: Trx, id: string, condition: RawBuilder<boolean>) {
  const { rows } = await sql<Scope & Omit<BatchState, 'items'>>`
    select id, status, result, ${scopeColumns} from batches where id = ${id} and ${condition} for update`.execute(
    trx,
  );
  const [row] = rows;
  return row && { batch: { id: row.id, status: row.status, result: row.result }, scope: scopeOf(row) };
}

async function itemsOf(trx: Trx, id: string): Promise<readonly ItemState[]> {
  const { rows } = await sql<ItemState>`
    select check_id as "checkId", kind, status, held, verdict, failure from batch_items
    where batch_id = ${id} order by position`.execute(trx);
  return rows;
}

/** `asked_at` is since when no event has come of an item that is still open at its owner. */
async function writeItems(trx: Trx, before: BatchState, { items }: BatchState): Promise<void> {
  const changed = items
    .filter((item, index) => item !== before.items[index])
    .map((item) => ({ ...item, isOpen: item.held && !isDone(item) }));
  await sql`
    update batch_items item set status = new.status, held = new.held, verdict = new.verdict,
      failure = new.failure,
      asked_at = case when new."isOpen" then now() end
    from json_to_recordset(${JSON.stringify(changed)}::json)
      as new("checkId" text, status text, held boolean, verdict json, failure json, "isOpen" boolean)
    where item.check_id = new."checkId"`.execute(trx);
}

async function writeBatch(trx: Trx, state: BatchState, event: BatchEvent): Promise<void> {
  const isDispatched = state.items.every(({ status }) => status !== 'waiting');
  const why = event.type === 'given_up' ? event.reason : null;
  const isReopened = event.type === 'reopened';
  await sql`
    update batches set status = ${state.status}, result = ${state.result}, done = ${doneOf(state)}::smallint,
      summary = ${JSON.stringify(summaryOf(state))}::json, handed_out = ${isDispatched}::boolean, updated_at = now(),
      finished_at = case when ${state.result}::text is null then null else coalesce(finished_at, now()) end,
      failure_reason = case when ${isReopened}::boolean then null else coalesce(${why}, failure_reason) end,
      attempt = case when ${isReopened}::boolean then 0 else attempt end,
      handed_back = case when ${isReopened}::boolean then 0 else handed_back end,
      lease_until = case when ${isReopened}::boolean then null else lease_until end,
      last_error = case when ${isReopened}::boolean then null else last_error end
    where id = ${state.id}`.execute(trx);
}

/** Jobs on the lanes of batches, so that no single check waits behind them. */
const jobs = { text: textBatchJob, image: imageBatchJob, video: videoBatchJob } as const;

interface Change {
  readonly state: BatchState;
  readonly scope: Scope;
  readonly requestId: string | undefined;
}

function messageOf(command: Command, { state, scope, requestId }: Change): OutboxMessage[] {
  const common = { version: 1 as const, scope, occurredAt: new Date().toISOString() };
  switch (command.type) {
    case 'start_check': {
      const { checkId: id, kind } = command.item;
      // The check itself was not charged: the batch has a line for it.
      const payload = { version: 1 as const, id, scope, charged: 0, requestId: requestId ?? state.id };
      return [jobMessage(jobs[kind], id, payload, { requestId })];
    }
    case 'refund': {
      const { lineId: id, reason } = command;
      return [
        eventMessage(batchEvents.itemFailed, { ...common, id, batchId: state.id, reason }, { requestId }),
      ];
    }
    case 'publish_completed': {
      const { result } = command;
      return [eventMessage(batchEvents.completed, { ...common, id: state.id, result }, { requestId })];
    }
    case 'withdraw_check':
      return [];
  }
}
