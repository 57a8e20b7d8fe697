import { type Scope, type TextCheckFilter, textJob, textRequests } from '@redline/contracts';
import { type Bus, call } from '@redline/service-kit/bus';
import type { z } from 'zod';
import { ownerPorts, type Submitted } from './owner.ts';

export interface TextSubmission extends Submitted {
  readonly check: z.input<(typeof textRequests)['prepare']['request']>['check'];
}

/** The owner's part in the submission of a text check. */
export function textSubmission(bus: Bus, submission: TextSubmission) {
  const { operationId, scope, check } = submission;
  const { abandon, prepare } = textRequests;
  return ownerPorts(bus, submission, {
    prepare: (deadlineMs, options) => call(bus, prepare, { operationId, scope, deadlineMs, check }, options),
    abandon,
    job: textJob,
  });
}

/** A check as any of the sites shows it. */
export type TextCheckRecord = Extract<
  z.output<(typeof textRequests)['get']['reply']>,
  { outcome: 'found' }
>['record'];

/** The same in a list. */
export type TextCheckItem = z.output<(typeof textRequests)['list']['reply']>['items'][number];

/**
 * One check, or undefined, as the scope's site shows it. The reply is taken as typed: running the schema over each risk
 * again would cost more than the rest of the request, and the same schema types the engine's answer.
 */
export async function getTextCheck<R extends TextCheckRecord>(
  bus: Bus,
  scope: Scope,
  id: string,
  requestId: string,
): Promise<R | undefined> {
  const reply = await call(bus, textRequests.get, { scope, id }, { requestId, trustReply: true });
  return reply.outcome === 'found' ? (reply.record as R) : undefined;
}

/** One page of a scope's checks, newest first, as its site shows them. */
export async function listTextChecks<I extends TextCheckItem>(
  bus: Bus,
  scope: Scope,
  page: { readonly page: number; readonly pageSize: number; readonly filter?: TextCheckFilter },
  requestId: string,
): Promise<{ readonly total: number; readonly items: I[] }> {
  const reply = await call(bus, textRequests.list, { scope, ...page }, { requestId, trustReply: true });
  return { total: reply.total, items: reply.items as I[] };
}

/** Whether there was such a check to delete. */
export async function deleteTextCheck(
  bus: Bus,
  scope: Scope,
  id: string,
  requestId: string,
): Promise<boolean> {
  const reply = await call(bus, textRequests.delete, { scope, id }, { requestId });
  return reply.outcome === 'deleted';
}
