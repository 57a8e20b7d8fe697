/** The kinds that are polled, and what the API's reference tells their clients. */
export const polled = {
  text: { path: '/text/checks', firstMs: 500, mostMs: 5_000 },
  batch: { path: '/batches', firstMs: 2_000, mostMs: 10_000 },
  video: { path: '/video/checks', firstMs: 5_000, mostMs: 10_000 },
} as const;
export type PolledKind = keyof typeof polled;

/**
 * Returns the pauses before each read of one record: each is twice the last one, up to the longest, and they end after
 * `givesUpMs` in all. Clients of text checks are told to poll and not how often; half a second is what a person at a
 * form would see as at once. Videos are to be polled every 5 to 10 seconds.
 */
export function pauses(kind: PolledKind, givesUpMs: number): readonly number[] {
  const { firstMs, mostMs } = polled[kind];
  const all: number[] = [];
  for (let pauseMs: number = firstMs, sumMs = 0; sumMs + pauseMs <= givesUpMs; ) {
    all.push(pauseMs);
    sumMs += pauseMs;
    pauseMs = Math.min(mostMs, pauseMs * 2);
  }
  return all;
}

/** A record as far as a poll reads it. */
export interface Progress {
  /** `processing`: poll again. */
  readonly state: 'processing' | 'completed' | 'failed';
  /** When it ended by the server's clock, in milliseconds since 1970; undefined while it has not. */
  readonly endedAtMs: number | undefined;
}

/**
 * Reads the answer to a poll.
 * @param body of a 200
 * @returns undefined if it is no record
 */
export function progressOf(kind: PolledKind, body: string): Progress | undefined {
  const data = dataOf(body);
  const { status, updatedAt, finishedAt, result, transcriptStatus, transcript } = data ?? {};
  if (status !== 'processing' && status !== 'completed' && status !== 'failed') return undefined;
  const voice = transcriptStatus ?? (transcript as { status?: unknown } | null | undefined)?.status;
  const isOpen =
    kind === 'batch'
      ? result === null
      : status === 'processing' || (kind === 'video' && voice === 'processing');
  if (isOpen) return { state: 'processing', endedAtMs: undefined };
  const endedAtMs = Date.parse(String(kind === 'batch' ? finishedAt : updatedAt));
  return {
    state: status === 'failed' ? 'failed' : 'completed',
    endedAtMs: Number.isNaN(endedAtMs) ? undefined : endedAtMs,
  };
}

/** Returns `data` of an envelope; undefined if the body is none. */
export function dataOf(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const { data } = JSON.parse(body) as { readonly data?: Readonly<Record<string, unknown>> };
    return data;
  } catch {
    return undefined;
  }
}
