import { describe, expect, it } from 'vitest';
import { outcomeOfAnswer, outcomeOfError } from './attempt.ts';

describe('an answer', () => {
  it.each([
    [200, 'accepted'],
    [204, 'accepted'],
    [301, 'redirected'],
    [307, 'redirected'],
    [404, 'refused'],
    [410, 'gone'],
    [429, 'refused'],
    [500, 'refused'],
  ])('%i is %s', (status, kind) => {
    expect(outcomeOfAnswer({ status, body: '' })).toMatchObject({ kind, status, responseBody: null });
  });

  it('is kept in its beginning, whole characters alone', () => {
    const { responseBody } = outcomeOfAnswer({ status: 500, body: `${'x'.repeat(1_023)}😀` });
    expect(responseBody).toHaveLength(1_024);
    expect(responseBody?.isWellFormed()).toBe(true);
  });
});

describe('an error', () => {
  it.each([
    [{ name: 'PublicUrlError', kind: 'address', message: 'not public' }, 'not_allowed'],
    [{ name: 'PublicUrlError', kind: 'unreachable', message: 'no address' }, 'unreachable'],
    [{ name: 'TimeoutError' }, 'timed_out'],
    [{ code: 'UND_ERR_HEADERS_TIMEOUT' }, 'timed_out'],
    [{ code: 'ECONNREFUSED' }, 'unreachable'],
    [undefined, 'unreachable'],
  ])('%j is %s', (error, kind) => {
    expect(outcomeOfError(error, 15_000).kind).toBe(kind);
  });

  it('is told by its code, and never by words that may hold an address', () => {
    const { error } = outcomeOfError({ code: 'ECONNREFUSED', message: 'connect 10.0.0.1:443' }, 1_000);
    expect(error).toBe('the endpoint could not be reached, or broke off (ECONNREFUSED)');
  });
});
