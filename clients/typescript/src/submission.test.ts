import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient } from './create-client.ts';
import { RedlineTimeoutError } from './errors.ts';
import { answered, refused, type Step, scriptedFetch } from './scripted-fetch.ts';
import type { SiteId } from './sites.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function client<S extends SiteId>(site: S, ...steps: Step[]) {
  const { fetch, sent } = scriptedFetch(...steps);
  return { redline: createClient({ baseUrl: 'https://redline.test', apiKey: 'k', site, fetch }), sent };
}

async function ended<T>(call: PromiseLike<T>) {
  const outcome = Promise.resolve(call).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  await vi.runAllTimersAsync();
  return outcome as Promise<{ value?: T; error?: unknown }>;
}

const body = { text: 'Our drops cure arthritis.', platform: 'dtc_us', vertical: 'supplement' } as const;
const accepted = { id: 'text_1', object: 'intl_text_check', status: 'processing', creditCost: 2 };
const running = { id: 'text_1', object: 'intl_text_check', status: 'processing', risks: [], fixStatus: null };
const over = { ...running, status: 'completed' };

describe('a text that is waited for', () => {
  it('is waited for by the server, and not read again when it has ended by then', async () => {
    const { redline, sent } = client('us', answered({ ...over, creditCost: 2 }, 201));
    expect(await ended(redline.checks.text.create(body).wait())).toEqual({
      value: { ...over, creditCost: 2 },
    });
    expect(sent.map(({ method, url }) => `${method} ${url.pathname}${url.search}`)).toEqual([
      'POST /v1/intl/us/text/checks?wait=30',
    ]);
  });

  it('is polled when the server did not wait, ever more rarely, and keeps its cost', async () => {
    const { redline, sent } = client(
      'us',
      answered(accepted, 201),
      answered(running),
      answered(running),
      answered(running),
      answered(over),
    );
    const began = Date.now();
    expect(await ended(redline.checks.text.create(body, { endTenant: 'shop-1' }).wait())).toEqual({
      value: { ...over, creditCost: 2 },
    });
    expect(sent.slice(1).map(({ method, url }) => `${method} ${url.pathname}`)).toEqual(
      Array(4).fill('GET /v1/intl/us/text/checks/text_1'),
    );
    expect(sent.map(({ headers }) => headers.get('x-end-tenant'))).toEqual(Array(5).fill('shop-1'));
    expect(sent.map(({ headers }) => headers.has('idempotency-key'))).toEqual([
      true,
      ...Array(4).fill(false),
    ]);
    expect(Date.now() - began).toBe(200 + 300 + 450);
  });

  it('is not given up by the time limit of a request while the server waits', async () => {
    const slow: Step = () => new Promise((resolve) => setTimeout(() => resolve(answered(over, 201)), 25_000));
    const { redline, sent } = client('us', slow);
    expect(await ended(redline.checks.text.create(body, { timeoutMs: 1_000 }).wait())).toEqual({
      value: over,
    });
    expect(sent).toHaveLength(1);
  });

  it('is read every five seconds in the end', async () => {
    const { redline, sent } = client(
      'us',
      answered(accepted, 201),
      ...Array(60).fill(() => answered(running)),
    );
    await ended(redline.checks.text.create(body).wait({ timeoutMs: 100_000 }));
    expect(sent.length).toBeGreaterThan(100 / 5);
    expect(sent.length).toBeLessThan(100 / 5 + 10);
  });

  it('is the answer that it was accepted for whoever does not wait', async () => {
    const { redline, sent } = client('us', answered(accepted, 201), answered(over));
    const submission = redline.checks.text.create(body);
    expect(await submission).toEqual(accepted);
    expect(sent[0]?.url.search).toBe('');
    expect(await ended(submission.wait())).toEqual({ value: { ...over, creditCost: 2 } });
    expect(sent).toHaveLength(2);
  });

  it('says what its acceptance would have said also when the answer was the record', async () => {
    const { redline } = client('us', answered({ ...over, creditCost: 2 }, 201));
    const submission = redline.checks.text.create(body);
    await submission.wait();
    expect(await submission).toEqual(accepted);
  });

  it('is returned as it is when it failed', async () => {
    const failed = { ...over, status: 'failed', failure: { code: 'internal', message: 'again' } };
    const { redline } = client('us', answered(failed, 201));
    expect(await ended(redline.checks.text.create(body).wait())).toEqual({ value: failed });
  });

  it('throws its refusal once, and leaves nothing unhandled', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const refusal = refused(402, 'insufficient_credits', { requiredCredits: 2, currentBalance: 1 });
    const { redline } = client('us', refusal);
    expect(await ended(redline.checks.text.create(body).wait())).toMatchObject({
      error: { status: 402, requiredCredits: 2, currentBalance: 1 },
    });
    vi.useRealTimers();
    await new Promise(setImmediate);
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});

describe('the limits of waiting', () => {
  it('are a time, after which the error names the record', async () => {
    const { redline, sent } = client(
      'us',
      answered(accepted, 201),
      ...Array.from({ length: 9 }, () => answered(running)),
    );
    const began = Date.now();
    const { error } = await ended(redline.checks.text.create(body).wait({ timeoutMs: 1_500 }));
    expect(error).toBeInstanceOf(RedlineTimeoutError);
    expect(String(error)).toContain('text_1 had not ended within 1500 ms');
    expect(Date.now() - began).toBe(1_500);
    expect(sent[0]?.url.search).toBe('?wait=1');
    // After 0, 200, 500, 950 ms.
    expect(sent).toHaveLength(5);
  });

  it('are a signal, of the submission or of the waiting', async () => {
    for (const isOfWait of [true, false]) {
      const { redline, sent } = client(
        'us',
        answered(accepted, 201),
        ...Array(9).fill(() => answered(running)),
      );
      const stop = new AbortController();
      const { signal } = stop;
      const call = redline.checks.text
        .create(body, isOfWait ? {} : { signal })
        .wait(isOfWait ? { signal } : {});
      const outcome = expect(call).rejects.toThrow('enough');
      await vi.advanceTimersByTimeAsync(400);
      stop.abort(new Error('enough'));
      await vi.runAllTimersAsync();
      await outcome;
      expect(sent).toHaveLength(3);
    }
  });

  it('hold for a check that another process submitted', async () => {
    const { redline, sent } = client('us', answered(running), answered(over));
    expect(await ended(redline.checks.text.wait('text_1', { endTenant: 'shop-1' }))).toEqual({ value: over });
    expect(sent.map(({ headers }) => headers.get('x-end-tenant'))).toEqual(['shop-1', 'shop-1']);
  });
});

describe('a rewrite', () => {
  it('of an international site has no body, and ends with its fixStatus', async () => {
    const begun = { id: 'text_1', object: 'intl_text_check', fixStatus: 'processing', creditCost: 3 };
    const { redline, sent } = client(
      'us',
      answered(begun, 201),
      answered({ ...over, fixStatus: 'processing' }),
      answered({ ...over, fixStatus: 'completed', fixedText: 'Our drops.' }),
    );
    expect(await ended(redline.checks.text.fix('text_1').wait())).toEqual({
      value: { ...over, fixStatus: 'completed', fixedText: 'Our drops.', creditCost: 3 },
    });
    expect(sent[0]).toMatchObject({ method: 'POST', body: undefined });
    expect(`${sent[0]?.url.pathname}${sent[0]?.url.search}`).toBe(
      '/v1/intl/us/text/checks/text_1/fix?wait=30',
    );
  });

  it('of the Chinese site has its strategy, and ends when none runs', async () => {
    const fixed = { ...over, fixStatus: null, fixes: [{ version: 1 }] };
    const { redline, sent } = client('main', answered(fixed, 201));
    const submission = redline.checks.text.fix('text_1', { strategy: 'precise' });
    expect(await submission.wait()).toEqual(fixed);
    expect(sent[0]?.body).toEqual({ strategy: 'precise' });
    expect(await submission).toEqual({ id: 'text_1', object: fixed.object, fixStatus: 'processing' });
  });
});

describe('a video', () => {
  const video = { videoUrl: 'https://a.test/a.mp4', videoTitle: 'a', videoSize: 1, videoDuration: 6 };
  const record = { id: 'video_1', status: 'completed', frames: [] };

  it('ends with its transcript, in the language that was asked for', async () => {
    const { redline, sent } = client(
      'us',
      answered({ id: 'video_1', status: 'processing' }, 201),
      answered({ ...record, status: 'processing', transcriptStatus: null }),
      answered({ ...record, transcriptStatus: 'processing' }),
      answered({ ...record, transcriptStatus: 'empty' }),
    );
    const call = redline.checks.video.create(video, { explainLocale: 'en-US' }).wait();
    expect(await ended(call)).toEqual({ value: { ...record, transcriptStatus: 'empty' } });
    expect(sent.map(({ url }) => url.search)).toEqual(['', ...Array(3).fill('?explainLocale=en-US')]);
  });

  it('of the Chinese site has its transcript in an object', async () => {
    const { redline, sent } = client(
      'main',
      answered({ id: 'video_1', status: 'processing' }, 201),
      answered({ ...record, transcript: { status: 'processing', text: null } }),
      answered({ ...record, transcript: { status: null, text: null } }),
    );
    await ended(redline.checks.video.create(video).wait());
    expect(sent).toHaveLength(3);
  });
});

describe('a batch', () => {
  it('ends with its result, and is read in the language of its texts', async () => {
    const { redline, sent } = client(
      'us',
      answered({ id: 'batch_1', status: 'processing' }, 201),
      answered({ id: 'batch_1', status: 'processing', result: null }),
      answered({ id: 'batch_1', status: 'completed', result: 'PASS' }),
    );
    const batch = {
      name: 'May',
      platform: 'dtc_us',
      vertical: 'general',
      texts: ['Soft cotton socks.'],
    } as const;
    const call = redline.batches.create({ ...batch, explainLocale: 'en-US' }).wait();
    expect(await ended(call)).toEqual({ value: { id: 'batch_1', status: 'completed', result: 'PASS' } });
    expect(sent.map(({ url }) => `${url.pathname}${url.search}`)).toEqual([
      '/v1/intl/us/batches',
      ...Array(2).fill('/v1/intl/us/batches/batch_1?explainLocale=en-US'),
    ]);
  });
});
