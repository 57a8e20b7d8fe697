import type { CallResult } from './saga.ts';

/** The operations by which the end of an image check is awaited. */
export interface VerdictPorts<R> {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** Resolves with true once its end was announced, with false after `withinMs` without it. */
  readonly hasEnded: (withinMs: number) => Promise<boolean>;
  /** Returns the record if it has ended, otherwise undefined. */
  readonly readEnded: () => Promise<CallResult<R | undefined>>;
  /** True if the client has to be answered with what is known. */
  readonly mustAnswer: () => boolean;
  readonly expire: () => Promise<CallResult<'expired' | 'ended' | 'not_found'>>;
}

export interface VerdictLimits {
  /** How long a client waits for a verdict. */
  readonly waitMs: number;
  readonly readEveryMs: number;
  /** How long, after that, the owner is asked to fail the check if it does not answer. */
  readonly expireMs: number;
}

/** 60 s by DESIGN, "The life of a submission". */
export const verdictLimits: VerdictLimits = { waitMs: 60_000, readEveryMs: 1_000, expireMs: 10_000 };

export type Verdict<R> =
  | { readonly end: 'read'; readonly record: R }
  /** It has ended without a verdict, and its record cannot be read: its owner has just failed it, or it was deleted. */
  | { readonly end: 'failed'; readonly reason: 'expired' | 'gone' }
  /** It may still run: its owner does not answer, or there is no time to wait for it. */
  | { readonly end: 'unknown' };

/**
 * Waits for the end of a check whose job was published. The announcement only saves time: the record is also read every
 * second. After `waitMs` its owner fails it, unless it ended first.
 * @returns how it ended. Failures of other services are returned, not thrown
 */
export async function awaitVerdict<R>(
  ports: VerdictPorts<R>,
  limits: VerdictLimits = verdictLimits,
): Promise<Verdict<R>> {
  const untilMs = ports.now() + limits.waitMs;
  let isAnnounced = false;
  for (let leftMs = limits.waitMs; leftMs > 0; leftMs = untilMs - ports.now()) {
    const pauseMs = Math.min(limits.readEveryMs, leftMs);
    // Announced but not readable: the owner does not answer, and `hasEnded` would return at once.
    if (isAnnounced) await ports.wait(pauseMs);
    else isAnnounced = await ports.hasEnded(pauseMs);
    const record = await readOf(ports);
    if (record !== undefined) return { end: 'read', record };
    if (ports.mustAnswer()) return { end: 'unknown' };
  }
  return expireUntilAnswered(ports, limits);
}

async function expireUntilAnswered<R>(ports: VerdictPorts<R>, limits: VerdictLimits): Promise<Verdict<R>> {
  const untilMs = ports.now() + limits.expireMs;
  for (;;) {
    const expired = await ports.expire();
    const record = expired.end === 'answered' ? await readOf(ports) : undefined;
    if (record !== undefined) return { end: 'read', record };
    if (expired.end === 'answered' && expired.answer !== 'ended') {
      return { end: 'failed', reason: expired.answer === 'expired' ? 'expired' : 'gone' };
    }
    if (ports.mustAnswer() || ports.now() + limits.readEveryMs >= untilMs) return { end: 'unknown' };
    await ports.wait(limits.readEveryMs);
  }
}

async function readOf<R>({ readEnded }: VerdictPorts<R>): Promise<R | undefined> {
  const read = await readEnded();
  return read.end === 'answered' ? read.answer : undefined;
}
