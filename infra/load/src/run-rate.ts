import { setTimeout as sleep } from 'node:timers/promises';
import { doErrand, type World } from './flows.ts';
import { type Mix, type Operation, pickWeighted, weighted } from './mix.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { type ReferenceName, type References, referenceNames } from './references.ts';
import { follow, joinSchedules, poissonArrivals } from './schedule.ts';

export interface RateOptions {
  readonly mix: Mix;
  /** Arrivals a second. */
  readonly rate: number;
  readonly seconds: number;
  /** At the beginning, sent and not counted. */
  readonly warmupSeconds: number;
  /** Undefined where the servers are not ours. */
  readonly references: References | undefined;
  readonly isOver: () => boolean;
}

export interface RateResult {
  readonly recorder: Recorder;
  /** Arrivals that were begun in the counted time. */
  readonly begun: number;
  readonly seconds: number;
}

/** Of each reference, beside the load: enough for a p99 in a minute, and little beside a submission. */
const referenceRate = 5;
/** For the last verdicts; polls give up sooner. */
const drainMs = 240_000;
const drainPollMs = 50;

type Kind = { readonly operation: Operation } | { readonly reference: ReferenceName };

/**
 * Loads the product at a rate, with the references in between, until the last client has its verdict.
 * @returns times of what began after the warm-up
 */
export async function runAtRate(world: World, options: RateOptions): Promise<RateResult> {
  const { mix, rate, seconds, warmupSeconds, references, isOver } = options;
  const { random } = world;
  const recorder = createRecorder();
  const discarded = createRecorder();
  const durationMs = (seconds + warmupSeconds) * 1_000;
  const choices = weighted(mix);
  const load = poissonArrivals<Kind>(rate, durationMs, random, () => ({
    operation: pickWeighted(choices, random).operation,
  }));
  const beside = references
    ? referenceNames.map((reference) =>
        poissonArrivals<Kind>(referenceRate, durationMs, random, () => ({ reference })),
      )
    : [];
  const countFromMs = performance.now() + warmupSeconds * 1_000;
  let [begun, open] = [0, 0];

  const begin = (kind: Kind, scheduledMs: number) => {
    const into = scheduledMs >= countFromMs ? recorder : discarded;
    into.time('generator late', performance.now() - scheduledMs);
    if ('operation' in kind && into === recorder) begun++;
    open++;
    const errand =
      'operation' in kind
        ? doErrand(kind.operation, { world, recorder: into, scheduledMs })
        : runReference(kind.reference, references, into, scheduledMs);
    void errand.finally(() => open--);
  };

  await follow(
    joinSchedules(load, ...beside),
    begin,
    { nowMs: () => performance.now(), sleep: (ms) => sleep(ms) },
    isOver,
  );
  for (const endMs = performance.now() + drainMs; open > 0 && performance.now() < endMs && !isOver(); ) {
    await sleep(drainPollMs);
  }
  if (open > 0) recorder.error(`${open} clients left when the run ended`);
  return { recorder, begun, seconds };
}

async function runReference(
  name: ReferenceName,
  references: References | undefined,
  recorder: Recorder,
  scheduledMs: number,
): Promise<void> {
  try {
    await references?.run[name]();
    recorder.time(`reference ${name}`, performance.now() - scheduledMs);
  } catch (error) {
    recorder.error(`reference ${name} ${error instanceof Error ? error.message : String(error)}`);
  }
}
