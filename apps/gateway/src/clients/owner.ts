import type {
  batchJob,
  batchRequests,
  imageJob,
  imageRequests,
  reportJob,
  reportRequests,
  rewriteJob,
  rewriteRequests,
  Scope,
  textJob,
  textRequests,
  videoJob,
  videoRequests,
} from '@redline/contracts';
import { type Bus, type CallOptions, call, publishJob } from '@redline/service-kit/bus';
import type { z } from 'zod';
import type { Prepared, SubmissionPorts } from '../domain/saga.ts';
import { asked } from './asked.ts';

/** One submission, whatever its kind. */
export interface Submitted {
  readonly operationId: string;
  readonly scope: Scope;
  readonly requestId: string;
}

type Requests =
  | typeof textRequests
  | typeof rewriteRequests
  | typeof imageRequests
  | typeof videoRequests
  | typeof batchRequests
  | typeof reportRequests;

/** How the owner of one kind of record is asked; its contract is the same for every kind. */
interface Owner {
  readonly prepare: (
    deadlineMs: number,
    options: CallOptions,
  ) => Promise<z.output<Requests['prepare']['reply']>>;
  readonly abandon: Requests['abandon'];
  readonly job:
    | typeof textJob
    | typeof rewriteJob
    | typeof imageJob
    | typeof videoJob
    | typeof batchJob
    | typeof reportJob;
}

/** The owner's part in a submission. */
export function ownerPorts(
  bus: Bus,
  { operationId, scope, requestId }: Submitted,
  owner: Owner,
): Pick<SubmissionPorts, 'prepare' | 'publish' | 'abandon'> {
  return {
    prepare: (deadlineMs) =>
      asked(async () => {
        const timeoutMs = Math.max(1, deadlineMs - Date.now());
        return preparedOf(await owner.prepare(deadlineMs, { requestId, timeoutMs }));
      }),
    publish: (charged, timeoutMs) =>
      asked(async () => {
        const payload = { version: 1 as const, id: operationId, scope, charged, requestId };
        await publishJob(bus, owner.job, operationId, payload, { msgId: operationId, timeoutMs, requestId });
        return 'published' as const;
      }),
    abandon: (reason, timeoutMs) =>
      asked(async () => {
        const undo = { operationId, reason };
        return (await call(bus, owner.abandon, undo, { requestId, timeoutMs })).outcome;
      }),
  };
}

/** What a prepare of an owner came to, as the saga reads it. */
function preparedOf(reply: z.output<Requests['prepare']['reply']>): Prepared {
  if (reply.outcome !== 'refused') return reply;
  return { outcome: 'refused', refusal: { code: reply.code, message: reply.message } };
}
