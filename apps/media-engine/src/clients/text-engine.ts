import { setTimeout as sleep } from 'node:timers/promises';
import { evaluateRequests, type SiteId } from '@redline/contracts';
import { type Bus, BusError, call } from '@redline/service-kit/bus';
import type { z } from 'zod';
import type { CheckRequest, FoundInWords } from '../domain/detection.ts';

type EvaluateInput = z.input<(typeof evaluateRequests)['evaluate']['request']>;
type Reply = z.output<(typeof evaluateRequests)['evaluate']['reply']>;
type Passage = Reply['passages'][number];

/** The reply of the text engine. */
export interface EvaluateReply extends Omit<Reply, 'passages' | 'precedents'> {
  readonly passages: readonly (Omit<Passage, 'findings'> & { readonly findings: readonly FoundInWords[] })[];
}

/**
 * Has the text engine evaluate passages by the rules, and asks it for the meaning of detector labels on the site.
 * @throws BusError or Error if the text engine does not answer
 */
export type Evaluate = (
  request: CheckRequest,
  input: Pick<EvaluateInput, 'medium' | 'passages' | 'labels'>,
) => Promise<EvaluateReply>;

const retryAfterMs = 250;

/**
 * @param waitMs how long to retry while no text engine is connected, as during a restart; failing at once would have the
 *   detectors run once more
 */
export const evaluator = (bus: Bus, waitMs: number): Evaluate => {
  return async ({ scope, requestId, platform, vertical, productVertical, sceneMode }, input) => {
    const place = { platform, vertical, productVertical, sceneMode };
    const endMs = performance.now() + waitMs;
    for (;;) {
      try {
        return withPrecedents(
          await call(bus, evaluateRequests.evaluate, { scope, place, ...input }, { requestId }),
        );
      } catch (error) {
        const isAway = error instanceof BusError && error.code === 'no_responders';
        if (!isAway || performance.now() + retryAfterMs > endMs) throw error;
      }
      await sleep(retryAfterMs);
    }
  };
};

/** Puts precedents into the findings that name them. */
const withPrecedents = ({ precedents = {}, passages, ...reply }: Reply): EvaluateReply => ({
  ...reply,
  passages: passages.map((passage) => ({
    ...passage,
    findings: passage.findings.map(({ precedentIds = [], ...finding }) => ({
      ...finding,
      precedents: precedentIds.flatMap((id) => precedents[id] ?? []),
    })),
  })),
});

/** Lists the labels that a vision model may be asked about on a site; `about` is for the model, in English. */
export type ListLabels = (
  siteId: SiteId,
  requestId: string,
) => Promise<z.output<(typeof evaluateRequests)['labels']['reply']>['labels']>;

export const labelLister = (bus: Bus): ListLabels => {
  return async (siteId, requestId) =>
    (await call(bus, evaluateRequests.labels, { siteId }, { requestId })).labels;
};
