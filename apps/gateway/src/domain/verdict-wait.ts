import type { Asked } from './saga.ts';

/** Who is asked how an image check stands. */
export interface VerdictPorts<R> {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** True once its end was told, false after so many milliseconds without. */
  readonly told: (withinMs: number) => Promise<boolean>;
  /** The record if it has ended, otherwise undefined. */
  readonly readEnded: () => Promise<Asked<R | undefined>>;
  readonly expire: () => Promise<Asked<'expired' | 'ended' | 'not_found'>>;
}

export interface VerdictLimits {
  /** How long a client waits for a verdict. */
  readonly waitMs: number;
  readonly readEveryMs: number;
  /** How long, after that, the owner is asked to fail the check while it does not answer. */
  readonly expireMs: number;
}

/** 60 s by DESIGN, "The life of a submission". */
export const verdictLimits: VerdictLimits = { waitMs: 60_000, readEveryMs: 1_000, expireMs: 10_000 };

export type Verdict<R> =
  | { readonly end: 'read'; readonly record: R }
  /** It has ended without a verdict, and its record cannot be read: it was deleted, or its owner went away. */
  | { readonly end: 'failed' }
  /** Nobody could be asked: it may still run. */
  | { readonly end: 'unknown' };

/**
 * Waits for the end of a check whose job was published. The news of it only saves time: the record is read every second
 * as well. Past the time its owner fails it, unless it ended first.
 * @returns never throws for what a neighbour does
 */
export async function awaitVerdict<R>(
  ports: VerdictPorts<R>,
  limits: VerdictLimits = verdictLimits,
): Promise<Verdict<R>> {
  const untilMs = ports.now() + limits.waitMs;
  let wasTold = false;
  for (let leftMs = limits.waitMs; leftMs > 0; leftMs = untilMs - ports.now()) {
    const pauseMs = Math.min(limits.readEveryMs, leftMs);
    // Told and yet unread: the owner does not answer, and being told again would not slow the loop.
    if (wasTold) await ports.wait(pauseMs);
    else wasTold = await ports.told(pauseMs);
    const record = await readOf(ports);
    if (record !== undefined) return { end: 'read', record };
  }
  return expireUntilAnswered(ports, limits);
}

async function expireUntilAnswered<R>(ports: VerdictPorts<R>, limits: VerdictLimits): Promise<Verdict<R>> {
  const untilMs = ports.now() + limits.expireMs;
  for (;;) {
    const expired = await ports.expire();
    const record = expired.end === 'answered' ? await readOf(ports) : undefined;
    if (record !== undefined) return { end: 'read', record };
    if (expired.end === 'answered' && expired.answer !== 'ended') return { end: 'failed' };
    if (ports.now() + limits.readEveryMs >= untilMs) return { end: 'unknown' };
    await ports.wait(limits.readEveryMs);
  }
}

async function readOf<R>({ readEnded }: VerdictPorts<R>): Promise<R | undefined> {
  const read = await readEnded();
  return read.end === 'answered' ? read.answer : undefined;
}
