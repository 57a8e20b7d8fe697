import { rewriteJob, rewriteRequests } from '@redline/contracts';
import { type Bus, call } from '@redline/service-kit/bus';
import type { z } from 'zod';
import { ownerPorts, type Submitted } from './owner.ts';

type Prepare = z.input<(typeof rewriteRequests)['prepare']['request']>;

export interface RewriteSubmission
  extends Submitted,
    Readonly<Pick<Prepare, 'checkId' | 'strategy' | 'mode'>> {}

/** The owner's part in the submission of a rewrite. */
export function rewriteSubmission(bus: Bus, submission: RewriteSubmission) {
  const { requestId: _, ...rewrite } = submission;
  const { abandon, prepare } = rewriteRequests;
  return ownerPorts(bus, submission, {
    prepare: (deadlineMs, options) => call(bus, prepare, { ...rewrite, deadlineMs }, options),
    abandon,
    job: rewriteJob,
  });
}
