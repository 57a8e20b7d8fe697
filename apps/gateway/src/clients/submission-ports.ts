import { type SubmissionKind, submissions } from '@redline/contracts';
import { call, publishJob } from '@redline/service-kit/bus';
import type { z } from 'zod';
import type { Prepared, SubmissionPorts } from '../domain/saga.ts';
import type { CallContext } from './call-context.ts';
import { tryCall } from './try-call.ts';

type PrepareRow<K extends SubmissionKind> = (typeof submissions)[K]['requests']['prepare'];

/**
 * The content of a submission of one kind: the fields of `prepare` beside the operation, its scope and its deadline.
 */
export type SubmittedFields<K extends SubmissionKind> = Omit<
  z.input<PrepareRow<K>['request']>,
  'operationId' | 'scope' | 'deadlineMs' | 'batchId'
>;

/**
 * Returns the owner's part in a submission: prepare, publish, abandon.
 * @param operationId id of the submission, made by the gateway
 */
export function submissionPorts<K extends SubmissionKind>(
  { bus, scope, requestId }: CallContext,
  kind: K,
  operationId: string,
  fields: SubmittedFields<K>,
): Pick<SubmissionPorts, 'prepare' | 'publish' | 'abandon'> {
  const { requests, job } = submissions[kind];
  return {
    prepare: (deadlineMs) =>
      tryCall(async () => {
        const timeoutMs = Math.max(1, deadlineMs - Date.now());
        // The compiler cannot see that fields of a kind and the row of the same kind belong together.
        const payload = { operationId, scope, deadlineMs, ...fields } as z.input<
          PrepareRow<SubmissionKind>['request']
        >;
        return preparedOf(await call(bus, requests.prepare, payload, { requestId, timeoutMs }));
      }),
    publish: (charged, timeoutMs) =>
      tryCall(async () => {
        const payload = { version: 1 as const, id: operationId, scope, charged, requestId };
        await publishJob(bus, job, operationId, payload, { msgId: operationId, timeoutMs, requestId });
        return 'published' as const;
      }),
    abandon: (reason, timeoutMs) =>
      tryCall(async () => {
        const payload = { operationId, reason };
        return (await call(bus, requests.abandon, payload, { requestId, timeoutMs })).outcome;
      }),
  };
}

/** Converts the owner's reply into the shape of the saga. */
function preparedOf(reply: z.output<PrepareRow<SubmissionKind>['reply']>): Prepared {
  if (reply.outcome !== 'refused') return reply;
  const { code, message, issues } = reply;
  return { outcome: 'refused', refusal: { code, message, issues } };
}
