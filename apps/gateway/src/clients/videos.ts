import { type Scope, type VideoCheckFilter, videoJob, videoRequests } from '@redline/contracts';
import { type Bus, call } from '@redline/service-kit/bus';
import type { z } from 'zod';
import { ownerPorts, type Submitted } from './owner.ts';

export interface VideoSubmission extends Submitted {
  readonly check: z.input<(typeof videoRequests)['prepare']['request']>['check'];
}

/** The owner's part in the submission of a video check. */
export function videoSubmission(bus: Bus, submission: VideoSubmission) {
  const { operationId, scope, check } = submission;
  const { abandon, prepare } = videoRequests;
  return ownerPorts(bus, submission, {
    prepare: (deadlineMs, options) => call(bus, prepare, { operationId, scope, deadlineMs, check }, options),
    abandon,
    job: videoJob,
  });
}

/** A check as any of the sites shows it. */
export type VideoCheckRecord = Extract<
  z.output<(typeof videoRequests)['get']['reply']>,
  { outcome: 'found' }
>['record'];

/** The same in a list. */
export type VideoCheckItem = z.output<(typeof videoRequests)['list']['reply']>['items'][number];

/**
 * One check, or undefined, as the scope's site shows it.
 * @param locale of its explanations; undefined on a site that has one
 */
export async function getVideoCheck<R extends VideoCheckRecord>(
  bus: Bus,
  scope: Scope,
  { id, locale }: { readonly id: string; readonly locale: string | undefined },
  requestId: string,
): Promise<R | undefined> {
  const reply = await call(bus, videoRequests.get, { scope, id, locale }, { requestId, trustReply: true });
  return reply.outcome === 'found' ? (reply.record as R) : undefined;
}

/** One page of a scope's checks, newest first, as its site shows them. */
export async function listVideoChecks<I extends VideoCheckItem>(
  bus: Bus,
  scope: Scope,
  page: { readonly page: number; readonly pageSize: number; readonly filter?: VideoCheckFilter },
  requestId: string,
): Promise<{ readonly total: number; readonly items: I[] }> {
  const reply = await call(bus, videoRequests.list, { scope, ...page }, { requestId, trustReply: true });
  return { total: reply.total, items: reply.items as I[] };
}

/** Whether there was such a check to delete. */
export async function deleteVideoCheck(bus: Bus, scope: Scope, id: string, requestId: string) {
  const reply = await call(bus, videoRequests.delete, { scope, id }, { requestId });
  return reply.outcome === 'deleted';
}
