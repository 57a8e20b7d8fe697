import { type Scope, type TextCheckFilter, textJob, textRequests } from '@redline/contracts';
import { type Bus, call, publishJob } from '@redline/service-kit/bus';
import type { z } from 'zod';
import type { Prepared, SubmissionPorts } from '../domain/saga.ts';
import { asked } from './asked.ts';

export interface TextSubmission {
  readonly operationId: string;
  readonly scope: Scope;
  readonly check: z.input<(typeof textRequests)['prepare']['request']>['check'];
  readonly requestId: string;
}

/** The owner's part in the submission of a text check. */
export function textSubmission(
  bus: Bus,
  submission: TextSubmission,
): Pick<SubmissionPorts, 'prepare' | 'publish' | 'abandon'> {
  const { operationId, scope, check, requestId } = submission;
  return {
    prepare: (deadlineMs) =>
      asked(async () => {
        const timeoutMs = Math.max(1, deadlineMs - Date.now());
        const payload = { operationId, scope, deadlineMs, check };
        return preparedOf(await call(bus, textRequests.prepare, payload, { requestId, timeoutMs }));
      }),
    publish: (charged, timeoutMs) =>
      asked(async () => {
        const payload = { version: 1 as const, id: operationId, scope, charged, requestId };
        await publishJob(bus, textJob, operationId, payload, { msgId: operationId, timeoutMs, requestId });
        return 'published' as const;
      }),
    abandon: (reason, timeoutMs) =>
      asked(async () => {
        const reply = await call(
          bus,
          textRequests.abandon,
          { operationId, reason },
          { requestId, timeoutMs },
        );
        return reply.outcome;
      }),
  };
}

/** What a prepare of the engine came to, as the saga reads it. */
export function preparedOf(reply: z.output<(typeof textRequests)['prepare']['reply']>): Prepared {
  if (reply.outcome !== 'refused') return reply;
  return { outcome: 'refused', refusal: { code: reply.code, message: reply.message } };
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
