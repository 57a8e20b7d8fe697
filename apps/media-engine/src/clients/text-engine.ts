import { evaluateRequests, type SiteId } from '@redline/contracts';
import { type Bus, call } from '@redline/service-kit/bus';
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

export const evaluator = (bus: Bus): Evaluate => {
  return ({ scope, requestId, platform, vertical, productVertical, sceneMode }, question) =>
    call(
      bus,
      evaluateRequests.evaluate,
      { scope, place: { platform, vertical, productVertical, sceneMode }, ...question },
      { requestId },
    );
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
