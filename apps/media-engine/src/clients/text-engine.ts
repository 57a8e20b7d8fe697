import { setTimeout as sleep } from 'node:timers/promises';
import { evaluateRequests, type SiteId } from '@redline/contracts';
import { type Bus, BusError, call } from '@redline/service-kit/bus';
import type { z } from 'zod';
import type { Ask } from '../domain/detection.ts';

type Question = z.input<(typeof evaluateRequests)['evaluate']['request']>;
export type Evaluated = z.output<(typeof evaluateRequests)['evaluate']['reply']>;

/**
 * Has passages judged by the rules, and says what labels of detectors mean to the site.
 * @throws BusError or Error where nobody can tell
 */
export type Evaluate = (
  ask: Ask,
  question: Pick<Question, 'medium' | 'passages' | 'labels'>,
) => Promise<Evaluated>;

const againMs = 250;

/**
 * @param waitMs for a text engine that is not there at all, since it is started again, say; what has been seen by then
 *   would have to be looked at once more
 */
export const evaluator = (bus: Bus, waitMs: number): Evaluate => {
  return async ({ scope, requestId, platform, vertical, productVertical, sceneMode }, question) => {
    const place = { platform, vertical, productVertical, sceneMode };
    const endMs = performance.now() + waitMs;
    for (;;) {
      try {
        return await call(bus, evaluateRequests.evaluate, { scope, place, ...question }, { requestId });
      } catch (error) {
        const isAway = error instanceof BusError && error.code === 'no_responders';
        if (!isAway || performance.now() + againMs > endMs) throw error;
      }
      await sleep(againMs);
    }
  };
};

/** What a vision model may be asked about on a site; `about` is for the model, in English. */
export type Labels = (
  siteId: SiteId,
  requestId: string,
) => Promise<z.output<(typeof evaluateRequests)['labels']['reply']>['labels']>;

export const labelsOf = (bus: Bus): Labels => {
  return async (siteId, requestId) =>
    (await call(bus, evaluateRequests.labels, { siteId }, { requestId })).labels;
};
