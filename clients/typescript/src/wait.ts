import { RedlineTimeoutError } from './errors.ts';
import { pause, withinTime } from './http/within-time.ts';

/** Options of waiting for the end of a record. */
export interface WaitOptions {
  /** Ends the waiting with the signal's reason; the record goes on. */
  readonly signal?: AbortSignal | undefined;
  /** Time limit, in milliseconds; each kind of record has a usual one. */
  readonly timeoutMs?: number | undefined;
}

/** Pauses between two reads of a record: short at first, and ever longer. */
export interface PollPace {
  readonly firstMs: number;
  readonly maxMs: number;
  /** The time limit where none is given. */
  readonly timeoutMs: number;
}

/** The usual paces: a text is judged in a moment, an image in seconds, a video takes about half its duration, a batch as long as its videos. */
export const paces: Readonly<Record<'text' | 'image' | 'video' | 'batch', PollPace>> = {
  text: { firstMs: 200, maxMs: 5_000, timeoutMs: 2 * 60_000 },
  image: { firstMs: 1_000, maxMs: 5_000, timeoutMs: 2 * 60_000 },
  video: { firstMs: 1_000, maxMs: 10_000, timeoutMs: 30 * 60_000 },
  batch: { firstMs: 1_000, maxMs: 10_000, timeoutMs: 30 * 60_000 },
};

const growth = 1.5;
/** Each pause is 75 to 125 % of its length, so that many that began together do not stay together. */
const spread = { least: 0.75, range: 0.5 };

/**
 * Reads a record until it has ended.
 * @param signal bounds it
 * @throws what `read` throws, or the reason of the signal
 */
export async function pollUntilEnded<R>(
  read: (signal: AbortSignal) => Promise<R>,
  isEnded: (record: R) => boolean,
  { firstMs, maxMs }: PollPace,
  signal: AbortSignal,
): Promise<R> {
  for (let pauseMs = firstMs; ; pauseMs = Math.min(pauseMs * growth, maxMs)) {
    const record = await read(signal);
    if (isEnded(record)) return record;
    await pause(pauseMs * (spread.least + spread.range * Math.random()), signal);
  }
}

/** Runs a wait within its time limit. @param what names the record in the error @throws RedlineTimeoutError when the time is up */
export const withinLimit = <R>(
  what: () => string,
  { timeoutMs, signal }: WaitOptions,
  pace: PollPace,
  work: (signal: AbortSignal) => Promise<R>,
): Promise<R> => {
  const limitMs = timeoutMs ?? pace.timeoutMs;
  const late = () => new RedlineTimeoutError(`${what()} had not ended within ${limitMs} ms`);
  return withinTime({ timeoutMs: limitMs, signal, late }, work);
};
