import { afterEach, describe, expect, it, vi } from 'vitest';
import { RequestError, request } from './request.ts';

afterEach(() => vi.unstubAllGlobals());

const answering = (status: number, body: string, headers = {}) => {
  const sent = vi.fn(async (_path: string, _parts: RequestInit) => new Response(body, { status, headers }));
  vi.stubGlobal('fetch', sent);
  return sent;
};
const refused = async (promise: Promise<unknown>): Promise<RequestError> => {
  const error = await promise.catch((caught: unknown) => caught);
  if (!(error instanceof RequestError)) throw new Error('it was not refused');
  return error;
};

describe('a request', () => {
  it('gives the data, and says of a body that it is JSON', async () => {
    const sent = answering(201, '{"success":true,"data":{"id":1}}');
    expect(await request('/api/x', { method: 'POST', body: { a: 1 } })).toEqual({ id: 1 });
    const [path, parts] = sent.mock.calls[0] ?? [];
    expect(path).toBe('/api/x');
    expect(parts).toMatchObject({ body: '{"a":1}', credentials: 'same-origin' });
    expect(new Headers(parts?.headers).get('content-type')).toBe('application/json');
  });

  it('without a body says of none', async () => {
    const sent = answering(200, '{"success":true,"data":[]}');
    await request('/api/x', { method: 'DELETE' });
    expect(new Headers(sent.mock.calls[0]?.[1].headers).has('content-type')).toBe(false);
  });

  it('that is refused says why, with the fields of the console and of the API behind it', async () => {
    const body = {
      success: false,
      error: 'no',
      code: 'rate_limited',
      requestId: 'req_1',
      issues: [
        { field: 'name', message: 'a' },
        { path: 'text', message: 'b' },
      ],
    };
    answering(429, JSON.stringify(body), { 'retry-after': '7' });
    expect(await refused(request('/api/x'))).toMatchObject({
      status: 429,
      code: 'rate_limited',
      requestId: 'req_1',
      retryAfterSeconds: 7,
      issues: [
        { field: 'name', message: 'a' },
        { field: 'text', message: 'b' },
      ],
    });
  });

  it.each([
    [502, '<html>Bad gateway</html>'],
    [200, 'not JSON'],
    [500, 'null'],
    [200, '{"success":true}'],
  ])('that something else answers (%d %s) is refused as such', async (status, body) => {
    answering(status, body);
    expect(await refused(request('/api/x'))).toMatchObject({ status, code: 'unexpected_answer' });
  });

  it('without an answer is unreachable', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('network');
    });
    expect(await refused(request('/api/x'))).toMatchObject({ status: 0, code: 'unreachable' });
  });

  it('that is given up throws what it was given up with', async () => {
    vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
      throw signal?.reason;
    });
    const signal = AbortSignal.abort(new Error('left'));
    await expect(request('/api/x', { signal })).rejects.toThrow('left');
  });
});
