import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { withinTime } from './http/within-time.ts';

/**
 * Reads the server-sent events of a body until it ends; comments only show that it is alive.
 * @param idleMs how long nothing may come
 * @throws Error when nothing came for that time, whatever breaks the connection, or the reason of the signal
 */
export async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  idleMs: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<EventSourceMessage, void> {
  const late = () => new Error(`nothing came for ${idleMs} ms`);
  const read: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => read.push(event) });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await withinTime({ timeoutMs: idleMs, signal, late }, () => reader.read());
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* read.splice(0);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
