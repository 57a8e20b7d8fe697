import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { comment, type ServerSentEvent } from './encode-event.ts';
import { frames } from './frames.ts';

const event = (number: number): ServerSentEvent => ({ id: `r:${number}`, event: 'piece', data: { number } });
const running = () => new AbortController().signal;

async function collect(stream: AsyncIterable<string>): Promise<string[]> {
  const taken: string[] = [];
  for await (const frame of stream) taken.push(frame);
  return taken;
}

describe('the frames of a stream', () => {
  it('are a comment at once, then each event with id, type and JSON in one line', async () => {
    async function* source() {
      yield { id: 'r:1', event: 'piece', data: { text: 'two\nlines\r\n' } };
    }
    expect(await collect(frames(source(), 1_000, running()))).toEqual([
      comment,
      'id: r:1\nevent: piece\ndata: {"text":"two\\nlines\\r\\n"}\n\n',
    ]);
  });

  it('hold a comment each time its interval has passed, also between events that come fast', async () => {
    async function* source() {
      for (let number = 1; number <= 40; number += 1) {
        await sleep(5);
        yield event(number);
      }
    }
    const taken = await collect(frames(source(), 50, running()));
    const comments = taken.filter((frame) => frame === comment).length;
    expect(comments).toBeGreaterThanOrEqual(4);
    expect(taken.length - comments).toBe(40);
  });

  it('end when nobody takes events any more, and end their source', async () => {
    let ended = false;
    async function* source(signal: AbortSignal) {
      try {
        yield event(1);
        await sleep(60_000, undefined, { signal }).catch(() => undefined);
      } finally {
        ended = true;
      }
    }
    const stop = new AbortController();
    const stream = frames(source(stop.signal), 60_000, stop.signal);
    expect([(await stream.next()).value, (await stream.next()).value]).toHaveLength(2);
    const last = stream.next();
    stop.abort();
    expect((await last).done).toBe(true);
    expect(ended).toBe(true);
  });

  it('take no more from their source than is taken from them', async () => {
    let given = 0;
    async function* source() {
      for (;;) yield event(++given);
    }
    const stream = frames(source(), 60_000, running());
    for (let taken = 0; taken < 4; taken += 1) await stream.next();
    expect(given).toBeLessThanOrEqual(4);
    await stream.return();
  });
});
