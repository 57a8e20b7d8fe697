import { awaitEnd, type EndPorts, type EndWaitLimits, readOf } from './end-wait.ts';
import type { CallResult } from './saga.ts';

/** The operations by which the end of an image check is awaited. */
export interface VerdictPorts<R> extends EndPorts<R> {
  readonly expire: () => Promise<CallResult<'expired' | 'ended' | 'not_found'>>;
}

export interface VerdictLimits extends EndWaitLimits {
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
 * Waits for the end of an image check whose job was published. After `waitMs` its owner fails it, unless it ended first.
 * @returns how it ended. Failures of other services are returned, not thrown
 */
export async function awaitVerdict<R>(
  ports: VerdictPorts<R>,
  limits: VerdictLimits = verdictLimits,
): Promise<Verdict<R>> {
  const ended = await awaitEnd(ports, limits);
  if (ended.end === 'read') return ended;
  return ended.end === 'stopped' ? { end: 'unknown' } : expireUntilAnswered(ports, limits);
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
