import { setTimeout as sleep } from 'node:timers/promises';
import { comment, encodeEvent, type ServerSentEvent } from './encode-event.ts';

/**
 * Yields the text of a stream: a comment at once, so that the headers are sent, then each event as it arrives, and a
 * comment every `commentEveryMs`. Ends with its source or when `signal` is aborted; reads an event from its source only
 * when the last one was consumed.
 * @throws errors of the source
 */
export async function* frames(
  source: AsyncIterable<ServerSentEvent>,
  commentEveryMs: number,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const events = source[Symbol.asyncIterator]();
  try {
    let commentAtMs = performance.now() + commentEveryMs;
    let next = events.next();
    yield comment;
    while (!signal.aborted) {
      const waitMs = commentAtMs - performance.now();
      const event = waitMs > 0 ? await within(next, waitMs, signal) : undefined;
      if (signal.aborted) return;
      if (event === undefined) {
        commentAtMs += commentEveryMs;
        yield comment;
      } else {
        if (event.done) return;
        yield encodeEvent(event.value);
        next = events.next();
      }
    }
  } finally {
    await events.return?.();
  }
}

/** Resolves with the value of the promise, or with undefined once the time is over or the signal aborted. */
async function within<T>(promise: Promise<T>, ms: number, signal: AbortSignal): Promise<T | undefined> {
  const done = new AbortController();
  const late = sleep(ms, undefined, { signal: AbortSignal.any([signal, done.signal]) }).catch(
    () => undefined,
  );
  try {
    return await Promise.race([promise, late]);
  } finally {
    done.abort();
  }
}
