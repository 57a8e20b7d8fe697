import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndedRecords } from '../clients/ended-records.ts';
import { getRecord, type RecordOf } from '../clients/records.ts';
import { tryCall } from '../clients/try-call.ts';
import { awaitEnd, readOf } from '../domain/end-wait.ts';
import { preferredWait } from '../domain/preferred-wait.ts';
import type { ClientSlots } from './client-slots.ts';
import { callContext } from './scope.ts';
import type { SubmissionDeps } from './submission.ts';

export interface WaitDeps extends SubmissionDeps {
  readonly endedRecords: EndedRecords;
  /** Slots of requests that wait, of which an account can have a part. */
  readonly waits: ClientSlots;
  readonly waitReadEveryMs: number;
  readonly onWait: (end: 'read' | 'waited' | 'stopped' | 'no_slot') => void;
}

/** Names a record that a client waits for. */
export interface Awaited<R> {
  /** Id of the text check that is read. */
  readonly id: string;
  /** Id whose end is announced: that of the check, or of its rewrite. */
  readonly operationId: string;
  /** True if it may have ended long ago. */
  readonly isReplay: boolean;
  readonly hasEnded: (record: R) => boolean;
}

/**
 * Returns how many seconds a submission waits for its end, by the query or else by the header `Prefer`, which the answer
 * then confirms; undefined if it does not wait.
 */
export function waitOf(
  request: FastifyRequest,
  reply: FastifyReply,
  asked: number | undefined,
): number | undefined {
  if (asked !== undefined) return asked;
  const preferred = preferredWait(request.headers.prefer);
  if (preferred !== undefined) reply.header('preference-applied', `wait=${preferred}`);
  return preferred;
}

/**
 * Waits until a text check, or its rewrite, has ended, for `seconds` at most. Whoever waits has no place among the
 * requests that are worked on; if too many wait already, the record is returned as it is.
 * @returns the record, ended or not; undefined if it was deleted meanwhile, or its owner does not answer
 */
export async function recordAfterWait<R extends RecordOf<'text'>>(
  deps: WaitDeps,
  request: FastifyRequest,
  seconds: number,
  { id, operationId, isReplay, hasEnded }: Awaited<R>,
): Promise<R | undefined> {
  const context = callContext(deps.bus, request);
  const read = async () => (await getRecord<'text', R>(context, 'text', { id })) ?? null;
  const readEnded = async () => {
    const record = await read();
    // One that is gone has ended too.
    return record === null || hasEnded(record) ? record : undefined;
  };
  const giveBack = seconds > 0 ? deps.waits.take(context.scope.accountId) : undefined;
  if (typeof giveBack === 'function') {
    request.giveBackPlace?.();
    const ports = {
      now: () => Date.now(),
      wait: (ms: number) => sleep(ms).then(() => undefined),
      hasEnded: (withinMs: number) => deps.endedRecords.hasEnded(operationId, withinMs),
      readEnded: () => tryCall(readEnded),
      mustAnswer: () => request.server.answerNow.aborted || request.raw.socket.destroyed,
    };
    const limits = { waitMs: seconds * 1_000, readEveryMs: deps.waitReadEveryMs, readsFirst: isReplay };
    const ended = await awaitEnd<R | null>(ports, limits).finally(giveBack);
    deps.onWait(ended.end);
    if (ended.end === 'read') return ended.record ?? undefined;
  } else if (giveBack !== undefined) deps.onWait('no_slot');
  return (await readOf({ readEnded: () => tryCall(read) })) ?? undefined;
}
