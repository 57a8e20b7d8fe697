import { evaluateRequests } from '@redline/contracts';
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
