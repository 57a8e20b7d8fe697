import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient } from '../create-client.ts';
import { RedlineConnectionError, RedlineReportError } from '../errors.ts';
import { refused, type Step, scriptedFetch, unconnected } from '../scripted-fetch.ts';
import type { ReportEvent, StreamOptions } from './reports.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const event = (number: number, name: string, data: unknown) =>
  `id: report_1:${number}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
const start = event(1, 'report_start', { reportId: 'report_1' });
const chunk = event(2, 'report_chunk', { chunk: '结论' });
const done = event(3, 'report_done', { reportId: 'report_1', content: '结论' });
const complete = event(4, 'complete', { durationMs: 9 });

/** A stream with these texts, cut in the middle of characters; after them it ends, breaks or stays open. */
function stream(text: string, after: 'ends' | 'breaks' | 'hangs' = 'ends'): Response {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at < bytes.length) {
        controller.enqueue(bytes.slice(at, at + 1));
        at += 1;
        return undefined;
      }
      if (after === 'ends') controller.close();
      if (after === 'breaks') controller.error(new TypeError('terminated'));
      return after === 'hangs' ? new Promise(() => undefined) : undefined;
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

function follow(steps: readonly Step[], options?: StreamOptions) {
  const { fetch, sent } = scriptedFetch(...steps);
  const redline = createClient({ baseUrl: 'https://redline.test', apiKey: 'k', site: 'main', fetch });
  const events: ReportEvent[] = [];
  const reading = (async () => {
    for await (const one of redline.reports.stream('video_1', options)) events.push(one);
  })();
  const outcome = reading.then(
    () => 'ended',
    (error: unknown) => error,
  );
  const run = async () => {
    await vi.runAllTimersAsync();
    return outcome;
  };
  return { run, events, sent };
}

const namesOf = (events: readonly ReportEvent[]) => events.map((one) => one.event);

describe('the stream of a report', () => {
  it('gives its events in their order and ends with complete', async () => {
    const { run, events, sent } = follow([stream(`: alive\n\n${start}${chunk}${done}${complete}`, 'hangs')]);
    expect(await run()).toBe('ended');
    expect(events).toEqual([
      { id: 'report_1:1', event: 'report_start', data: { reportId: 'report_1' } },
      { id: 'report_1:2', event: 'report_chunk', data: { chunk: '结论' } },
      { id: 'report_1:3', event: 'report_done', data: { reportId: 'report_1', content: '结论' } },
      { id: 'report_1:4', event: 'complete', data: { durationMs: 9 } },
    ]);
    expect(sent[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
    expect(sent[0]?.headers.has('last-event-id')).toBe(false);
  });

  it.each(['ends', 'breaks', 'hangs'] as const)(
    'that %s before its end goes on after the last event, as the same submission',
    async (after) => {
      const { run, events, sent } = follow([
        stream(start, after),
        unconnected(),
        stream(chunk, after),
        stream(`${done}${complete}`),
      ]);
      expect(await run()).toBe('ended');
      expect(namesOf(events)).toEqual(['report_start', 'report_chunk', 'report_done', 'complete']);
      expect(sent.map(({ headers }) => headers.get('last-event-id'))).toEqual([
        null,
        'report_1:1',
        'report_1:1',
        'report_1:2',
      ]);
      expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    },
  );

  it('that is lost before its first event is asked for again with its key', async () => {
    const { run, events, sent } = follow([stream('', 'breaks'), stream(`${start}${complete}`)]);
    expect(await run()).toBe('ended');
    expect(namesOf(events)).toEqual(['report_start', 'complete']);
    expect(sent[0]?.headers.get('idempotency-key')).toBe(sent[1]?.headers.get('idempotency-key'));
  });

  it('that is lost again and again is given up', async () => {
    const lost = Array.from({ length: 9 }, () => stream('', 'breaks'));
    const { run, sent } = follow([stream(start, 'breaks'), ...lost]);
    const error = await run();
    expect(error).toBeInstanceOf(RedlineConnectionError);
    expect(String(error)).toContain('after report_1:1');
    // One, which had an event, and three after it in a row.
    expect(sent).toHaveLength(4);
  });

  it('that is lost often, and goes on each time, is followed to its end', async () => {
    const pieces = Array.from({ length: 9 }, (_, at) => event(at + 2, 'report_chunk', { chunk: String(at) }));
    const { run, events } = follow([start, ...pieces, complete].map((text) => stream(text)));
    expect(await run()).toBe('ended');
    expect(namesOf(events)).toEqual(['report_start', ...Array(9).fill('report_chunk'), 'complete']);
  });

  it('that is silent is given up as soon as three comments are missing', async () => {
    const began = Date.now();
    const { run } = follow([stream(start, 'hangs'), stream(complete)]);
    expect(await run()).toBe('ended');
    expect(Date.now() - began).toBeGreaterThanOrEqual(45_000);
    expect(Date.now() - began).toBeLessThan(50_000);
  });

  it('goes on after the event that its caller has seen, and gives nothing where that was the last', async () => {
    const options = { lastEventId: 'report_1:4' };
    const { run, events, sent } = follow([new Response(null, { status: 204 })], options);
    expect(await run()).toBe('ended');
    expect(events).toEqual([]);
    expect(sent[0]?.headers.get('last-event-id')).toBe('report_1:4');
  });

  it('leaves out events that it does not know', async () => {
    const { run, events } = follow([stream(`${start}${event(2, 'report_mood', {})}${complete}`)]);
    expect(await run()).toBe('ended');
    expect(namesOf(events)).toEqual(['report_start', 'complete']);
  });

  it('throws the failure of a report, and the refusal of one', async () => {
    const failed = event(2, 'error', { message: 'something failed; ask again', code: 'internal' });
    const error = await follow([stream(`${start}${failed}`)]).run();
    expect(error).toBeInstanceOf(RedlineReportError);
    expect(error).toMatchObject({ code: 'internal', message: 'something failed; ask again' });
    const { run, sent } = follow([refused(402, 'insufficient_credits', { requiredCredits: 10 })]);
    expect(await run()).toMatchObject({ status: 402, requiredCredits: 10 });
    expect(sent).toHaveLength(1);
  });

  it('ends with an abort', async () => {
    const stop = new AbortController();
    const { run, sent } = follow([stream(start, 'hangs')], { signal: stop.signal });
    await vi.advanceTimersByTimeAsync(10);
    stop.abort(new Error('enough'));
    expect(await run()).toMatchObject({ message: 'enough' });
    expect(sent).toHaveLength(1);
  });
});
