import type { Recorder } from './recorder.ts';

/** What a step must keep; each bound as promised in docs/observability.md, or stricter. */
export const objectives = {
  /** Accepting a submission, 99 of 100. */
  submitP99Ms: 1_000,
  /** A text's verdict, from when its client wanted to send it, 99 of 100. */
  verdictP99Ms: 5_000,
  /** Errors, drops included, of what was begun. */
  errorShare: 0.001,
  /** Above this the generator is what is slow, and the step says nothing of the product. */
  generatorLateP99Ms: 100,
} as const;

/**
 * Says which objective a step has broken.
 * @returns a sentence, or undefined if all were kept
 */
export function brokenBy(recorder: Recorder, begun: number): string | undefined {
  const p99 = (name: string) => recorder.timesOf(name)?.p99Ms ?? 0;
  const late = p99('generator late');
  if (late > objectives.generatorLateP99Ms) return `this generator was ${late.toFixed(0)} ms late (p99)`;
  const errors = [...recorder.errors()].reduce((sum, [, count]) => sum + count, 0);
  if (errors > objectives.errorShare * begun) return `${errors} errors of ${begun} arrivals`;
  for (const name of ['POST text', 'POST batch', 'POST video']) {
    if (p99(name) > objectives.submitP99Ms) return `${name}: p99 ${p99(name).toFixed(0)} ms`;
  }
  const verdict = p99('verdict text');
  if (verdict > objectives.verdictP99Ms) return `verdict text: p99 ${verdict.toFixed(0)} ms`;
  return undefined;
}

/** A step of the staircase. */
export interface Step {
  readonly rate: number;
  readonly isKept: boolean;
}

const growth = 1.5;
/** Kept and broken rates this close are the knee. */
const closeEnough = 1.15;

/**
 * Returns the rate of the next step: half as much again while all is kept, then the middle between the highest kept and the
 * lowest broken one, until these are close.
 * @returns undefined at the end
 */
export function nextRate(steps: readonly Step[], firstRate: number): number | undefined {
  const kept = kneeOf(steps);
  const broken = Math.min(...steps.filter(({ isKept }) => !isKept).map(({ rate }) => rate));
  if (steps.length === 0) return firstRate;
  if (broken === Number.POSITIVE_INFINITY) return (kept ?? firstRate) * growth;
  if (kept === undefined) return undefined;
  return broken / kept > closeEnough ? Math.sqrt(kept * broken) : undefined;
}

/** Returns the highest rate that was kept; undefined if none was. */
export function kneeOf(steps: readonly Step[]): number | undefined {
  const kept = steps.filter(({ isKept }) => isKept).map(({ rate }) => rate);
  return kept.length > 0 ? Math.max(...kept) : undefined;
}
