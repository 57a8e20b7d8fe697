import { rewriteJob, rewriteRequests, type Scope } from '@redline/contracts';
import { type Bus, call, publishJob } from '@redline/service-kit/bus';
import type { z } from 'zod';
import type { SubmissionPorts } from '../domain/saga.ts';
import { asked } from './asked.ts';
import { preparedOf } from './text-engine.ts';

type Prepare = z.input<(typeof rewriteRequests)['prepare']['request']>;

export interface RewriteSubmission extends Pick<Prepare, 'operationId' | 'checkId' | 'strategy' | 'mode'> {
  readonly scope: Scope;
  readonly requestId: string;
}

/** The owner's part in the submission of a rewrite. */
export function rewriteSubmission(
  bus: Bus,
  submission: RewriteSubmission,
): Pick<SubmissionPorts, 'prepare' | 'publish' | 'abandon'> {
  const { requestId, ...rewrite } = submission;
  const { operationId, scope } = rewrite;
  return {
    prepare: (deadlineMs) =>
      asked(async () => {
        const timeoutMs = Math.max(1, deadlineMs - Date.now());
        const payload = { ...rewrite, deadlineMs };
        return preparedOf(await call(bus, rewriteRequests.prepare, payload, { requestId, timeoutMs }));
      }),
    publish: (charged, timeoutMs) =>
      asked(async () => {
        const payload = { version: 1 as const, id: operationId, scope, charged, requestId };
        await publishJob(bus, rewriteJob, operationId, payload, { msgId: operationId, timeoutMs, requestId });
        return 'published' as const;
      }),
    abandon: (reason, timeoutMs) =>
      asked(async () => {
        const undo = { operationId, reason };
        return (await call(bus, rewriteRequests.abandon, undo, { requestId, timeoutMs })).outcome;
      }),
  };
}
