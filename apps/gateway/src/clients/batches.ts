import { type BatchFilter, batchJob, batchRequests, type Scope } from '@redline/contracts';
import { type Bus, call } from '@redline/service-kit/bus';
import type { z } from 'zod';
import { ownerPorts, type Submitted } from './owner.ts';

export interface BatchSubmission extends Submitted {
  readonly batch: z.input<(typeof batchRequests)['prepare']['request']>['batch'];
}

/** The owner's part in the submission of a batch. */
export function batchSubmission(bus: Bus, submission: BatchSubmission) {
  const { operationId, scope, batch } = submission;
  const { abandon, prepare } = batchRequests;
  return ownerPorts(bus, submission, {
    prepare: (deadlineMs, options) => call(bus, prepare, { operationId, scope, deadlineMs, batch }, options),
    abandon,
    job: batchJob,
  });
}

/** A batch as any of the sites shows it. */
export type BatchRecord = Extract<
  z.output<(typeof batchRequests)['get']['reply']>,
  { outcome: 'found' }
>['record'];

/** The same in a list. */
export type BatchItem = z.output<(typeof batchRequests)['list']['reply']>['items'][number];

/**
 * One batch, or undefined, as the scope's site shows it.
 * @param locale of its explanations; undefined on a site that has one
 */
export async function getBatch<R extends BatchRecord>(
  bus: Bus,
  scope: Scope,
  { id, locale }: { readonly id: string; readonly locale: string | undefined },
  requestId: string,
): Promise<R | undefined> {
  const reply = await call(bus, batchRequests.get, { scope, id, locale }, { requestId, trustReply: true });
  return reply.outcome === 'found' ? (reply.record as R) : undefined;
}

/** One page of a scope's batches, newest first, as its site shows them. */
export async function listBatches<I extends BatchItem>(
  bus: Bus,
  scope: Scope,
  page: {
    readonly page: number;
    readonly pageSize: number;
    readonly filter?: BatchFilter;
    readonly locale?: string;
  },
  requestId: string,
): Promise<{ readonly total: number; readonly items: I[] }> {
  const reply = await call(bus, batchRequests.list, { scope, ...page }, { requestId, trustReply: true });
  return { total: reply.total, items: reply.items as I[] };
}

/** Whether there was such a batch to delete. */
export async function deleteBatch(bus: Bus, scope: Scope, id: string, requestId: string) {
  const reply = await call(bus, batchRequests.delete, { scope, id }, { requestId });
  return reply.outcome === 'deleted';
}
