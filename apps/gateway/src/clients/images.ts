import { type ImageCheckFilter, imageJob, imageRequests, type Scope } from '@redline/contracts';
import { type Bus, call } from '@redline/service-kit/bus';
import type { z } from 'zod';
import type { Asked } from '../domain/saga.ts';
import { asked } from './asked.ts';
import { ownerPorts, type Submitted } from './owner.ts';

export interface ImageSubmission extends Submitted {
  readonly check: z.input<(typeof imageRequests)['prepare']['request']>['check'];
}

/** The owner's part in the submission of an image check. */
export function imageSubmission(bus: Bus, submission: ImageSubmission) {
  const { operationId, scope, check } = submission;
  const { abandon, prepare } = imageRequests;
  return ownerPorts(bus, submission, {
    prepare: (deadlineMs, options) => call(bus, prepare, { operationId, scope, deadlineMs, check }, options),
    abandon,
    job: imageJob,
  });
}

/** A check as any of the sites shows it. */
export type ImageCheckRecord = Extract<
  z.output<(typeof imageRequests)['get']['reply']>,
  { outcome: 'found' }
>['record'];

/** The same in a list. */
export type ImageCheckItem = z.output<(typeof imageRequests)['list']['reply']>['items'][number];

/** One check, or undefined, as the scope's site shows it; of the main site only when it has ended. */
export async function getImageCheck<R extends ImageCheckRecord>(
  bus: Bus,
  scope: Scope,
  id: string,
  requestId: string,
): Promise<R | undefined> {
  const reply = await call(bus, imageRequests.get, { scope, id }, { requestId, trustReply: true });
  return reply.outcome === 'found' ? (reply.record as R) : undefined;
}

/** One page of a scope's checks, newest first, as its site shows them. */
export async function listImageChecks<I extends ImageCheckItem>(
  bus: Bus,
  scope: Scope,
  page: { readonly page: number; readonly pageSize: number; readonly filter?: ImageCheckFilter },
  requestId: string,
): Promise<{ readonly total: number; readonly items: I[] }> {
  const reply = await call(bus, imageRequests.list, { scope, ...page }, { requestId, trustReply: true });
  return { total: reply.total, items: reply.items as I[] };
}

/** Whether there was such a check to delete. */
export async function deleteImageCheck(bus: Bus, scope: Scope, id: string, requestId: string) {
  const reply = await call(bus, imageRequests.delete, { scope, id }, { requestId });
  return reply.outcome === 'deleted';
}

/** Has the owner fail a check that nobody waits for any more. */
export function expireImageCheck(
  bus: Bus,
  id: string,
  requestId: string,
): Promise<Asked<'expired' | 'ended' | 'not_found'>> {
  return asked(async () => (await call(bus, imageRequests.expire, { id }, { requestId })).outcome);
}
