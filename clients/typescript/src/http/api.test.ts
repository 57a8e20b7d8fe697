import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient } from '../create-client.ts';
import { RedlineConnectionError, RedlineError } from '../errors.ts';
import { answered, refused, type Step, scriptedFetch, unconnected } from '../scripted-fetch.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const settings = { baseUrl: 'https://redline.test/', apiKey: 'svc_live_1', site: 'us' } as const;
const body = { text: 'Our drops cure arthritis.', platform: 'dtc_us', vertical: 'supplement' } as const;

function client(...steps: Step[]) {
  const { fetch, sent } = scriptedFetch(...steps);
  return { redline: createClient({ ...settings, fetch }), sent };
}

/** Lets all pauses pass, and returns how a call ended. */
async function ended<T>(call: PromiseLike<T>) {
  const outcome = Promise.resolve(call).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  await vi.runAllTimersAsync();
  return outcome as Promise<{ value?: T; error?: unknown }>;
}

describe('a request', () => {
  it('goes to the path of the site with the key, and its tenant: that of the call before that of the client', async () => {
    const { fetch, sent } = scriptedFetch(answered({}), answered({}));
    const redline = createClient({ ...settings, endTenant: 'shop-1', fetch });
    await redline.account.get();
    await redline.account.get({ endTenant: 'shop-2' });
    expect(sent.map(({ url }) => url.href)).toEqual(Array(2).fill('https://redline.test/v1/intl/us/account'));
    expect(sent.map(({ headers }) => headers.get('x-end-tenant'))).toEqual(['shop-1', 'shop-2']);
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer svc_live_1');
    expect(sent[0]?.headers.has('idempotency-key')).toBe(false);
  });

  it('keeps a path before /v1, and encodes what is not of an id', async () => {
    const { fetch, sent } = scriptedFetch(answered({}));
    const redline = createClient({ ...settings, baseUrl: 'https://proxy.test/redline/', fetch });
    await redline.checks.text.get('../account?x=1');
    expect(sent[0]?.url.href).toBe('https://proxy.test/redline/v1/intl/us/text/checks/..%2Faccount%3Fx%3D1');
  });

  it('with a value that no header can have fails before anything is sent', async () => {
    const { redline, sent } = client();
    await expect(redline.account.get({ endTenant: '客户' })).rejects.toThrow(TypeError);
    expect(sent).toEqual([]);
  });
});

describe('a submission', () => {
  it('has one Idempotency-Key for all its attempts, and the next one another', async () => {
    const accepted = { id: 'text_1', object: 'intl_text_check', status: 'processing' };
    const { redline, sent } = client(
      unconnected(),
      refused(500, 'internal'),
      answered(accepted, 201),
      answered(accepted, 201),
    );
    expect(await ended(redline.checks.text.create(body))).toEqual({ value: accepted });
    await ended(redline.checks.text.create(body));
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys.slice(0, 3)).toEqual(Array(3).fill(keys[0]));
    expect(keys[3]).not.toBe(keys[0]);
    expect(sent.map(({ body: of }) => of)).toEqual(Array(4).fill(body));
  });

  it('takes the key of its caller', async () => {
    const { redline, sent } = client(answered({ id: 'image_1' }, 201));
    const image = { imageUrl: 'https://a.test/a.jpg', imageTitle: 'a', imageSize: 1 };
    await redline.checks.image.create(image, { idempotencyKey: 'order-7' });
    expect(sent[0]?.headers.get('idempotency-key')).toBe('order-7');
  });
});

describe('a failed attempt', () => {
  const get = (...steps: Step[]) => {
    const { redline, sent } = client(...steps);
    return { outcome: ended(redline.account.get()), sent };
  };
  const change = (...steps: Step[]) => {
    const { redline, sent } = client(...steps);
    return { outcome: ended(redline.customRules.create({ keyword: 'cheap' })), sent };
  };

  it.each([429, 502, 503, 504])('is repeated after %i', async (status) => {
    const { outcome, sent } = change(refused(status, 'internal'), answered({ id: 'rule_1' }, 201));
    expect(await outcome).toEqual({ value: { id: 'rule_1' } });
    expect(sent).toHaveLength(2);
  });

  it('is repeated after 500 where it reads, and not where it writes without a key', async () => {
    const read = get(refused(500, 'internal'), answered({}));
    expect(await read.outcome).toEqual({ value: {} });
    const written = change(refused(500, 'internal'), answered({}));
    expect(await written.outcome).toMatchObject({ error: { status: 500 } });
    expect(written.sent).toHaveLength(1);
  });

  it.each([400, 401, 402, 403, 404, 413, 415])('is not repeated after %i', async (status) => {
    const { outcome, sent } = get(refused(status, 'invalid_request'));
    expect(await outcome).toMatchObject({ error: { status } });
    expect(sent).toHaveLength(1);
  });

  it('is repeated three times and no more, with pauses that grow', async () => {
    const { redline, sent } = client(...Array.from({ length: 5 }, unconnected));
    const began = Date.now();
    const { error } = await ended(redline.account.get());
    expect(error).toBeInstanceOf(RedlineConnectionError);
    expect(String(error)).toContain('redline.test: fetch failed: connect ECONNREFUSED');
    expect(sent).toHaveLength(4);
    expect(Date.now() - began).toBe(250 + 500 + 1_000);
  });

  it('is repeated as often as the call says', async () => {
    const { redline, sent } = client(unconnected(), unconnected(), unconnected());
    await ended(redline.account.get({ retries: 0 }));
    expect(sent).toHaveLength(1);
    await ended(redline.account.get({ retries: 1 }));
    expect(sent).toHaveLength(3);
  });

  it('waits for what Retry-After says, and not for what is longer than a window of the limits', async () => {
    const began = Date.now();
    const limited = (seconds: string) => refused(429, 'rate_limited', {}, { 'retry-after': seconds });
    const { outcome } = get(limited('7'), answered({}));
    expect(await outcome).toEqual({ value: {} });
    expect(Date.now() - began).toBe(7_500);
    const { outcome: refusal, sent } = get(limited('3600'), answered({}));
    expect(await refusal).toMatchObject({ error: { code: 'rate_limited', retryAfterSeconds: 3600 } });
    expect(sent).toHaveLength(1);
  });

  it('is one that was not answered in time', async () => {
    const silent: Step = () => new Promise(() => undefined);
    const { redline, sent } = client(silent, answered({ id: 'x' }));
    expect(await ended(redline.account.get({ timeoutMs: 900 }))).toEqual({ value: { id: 'x' } });
    expect(sent).toHaveLength(2);
  });
});

describe('an abort', () => {
  it.each([0, 9])('ends a request with its reason, and no attempt follows (retries: %i)', async (retries) => {
    const signals: AbortSignal[] = [];
    const { redline, sent } = client((_request, signal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    });
    const stop = new AbortController();
    const outcome = ended(redline.account.get({ signal: stop.signal, retries, timeoutMs: 3_600_000 }));
    stop.abort(new Error('left the page'));
    expect(await outcome).toMatchObject({ error: { message: 'left the page' } });
    expect(sent).toHaveLength(1);
    expect(signals[0]?.aborted).toBe(true);
  });

  it('ends the pause before the next attempt', async () => {
    const { redline, sent } = client(unconnected(), answered({}));
    const stop = new AbortController();
    const call = redline.account.get({ signal: stop.signal });
    const outcome = expect(call).rejects.toThrow('enough');
    await vi.advanceTimersByTimeAsync(100);
    stop.abort(new Error('enough'));
    await outcome;
    expect(sent).toHaveLength(1);
  });
});

describe('a refusal', () => {
  const refusalOf = async (answer: Response) => {
    const { redline } = client(answer);
    return redline.account.get().catch((error: unknown) => error as RedlineError);
  };

  it('has the fields of its body', async () => {
    const issues = [{ path: 'text', message: 'text is required' }];
    expect(await refusalOf(refused(400, 'invalid_request', { issues }))).toMatchObject({
      name: 'RedlineError',
      message: 'refused with invalid_request',
      status: 400,
      code: 'invalid_request',
      requestId: 'request-1',
      issues,
    });
    const credits = { requiredCredits: 2, currentBalance: 1 };
    expect(await refusalOf(refused(402, 'insufficient_credits', credits))).toMatchObject(credits);
    expect(await refusalOf(refused(403, 'plan_required', { requiredPlan: 'premium' }))).toMatchObject({
      code: 'plan_required',
      requiredPlan: 'premium',
    });
  });

  it('by something that is not the API names the server and asks for its address', async () => {
    const page = new Response('<html>', { status: 404, headers: { 'x-request-id': 'proxy-1' } });
    const error = await refusalOf(page);
    expect(error).toBeInstanceOf(RedlineError);
    expect(error).toMatchObject({ status: 404, code: 'unexpected_answer', requestId: 'proxy-1' });
    expect(await refusalOf(new Response('<html>'))).toMatchObject({
      status: 200,
      code: 'unexpected_answer',
      message: expect.stringContaining('is baseUrl its address?'),
    });
  });
});

describe('a client', () => {
  it.each([
    [{ baseUrl: 'redline.test' }, /^baseUrl must be/],
    [{ baseUrl: 'ftp://redline.test' }, /^baseUrl must be/],
    [{ apiKey: '' }, /^apiKey is required/],
    [{ site: 'uk' as 'us' }, /^site must be one of: us, id, main$/],
  ])('is not made with %j', (change, message) => {
    expect(() => createClient({ ...settings, ...change })).toThrow(message);
  });
});
