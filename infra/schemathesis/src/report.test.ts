import { describe, expect, it } from 'vitest';
import type { Case } from './events.ts';
import { curlOf, reportOf } from './report.ts';
import { add, newTally } from './tally.ts';

const tried = (change: Partial<Case> = {}): Case => ({
  operation: 'POST /v1/text/checks',
  method: 'POST',
  url: 'http://127.0.0.1:1/v1/text/checks?a=b',
  headers: { Authorization: ['Bearer svc_live_secret'], 'Content-Type': ['application/json'], Host: ['x'] },
  body: Buffer.from(`{"text":"it's"}`),
  status: 201,
  answer: '{}',
  failures: [],
  ...change,
});

describe('the report of a run', () => {
  it('counts cases by operation and class of status, and shows a breach once with its request', () => {
    const tally = newTally();
    const failures = [{ check: 'not_a_server_error', message: 'Server error' }];
    for (const change of [{}, { status: 404 }, { status: 500, failures }, { status: 503, failures }]) {
      add(tally, { kind: 'case', case: tried(change) });
    }
    const text = reportOf(tally).join('\n');
    expect(text).toMatch(/POST \/v1\/text\/checks +1 +0 +1 +2 +0/);
    expect(text).toContain('BREACH of not_a_server_error: POST /v1/text/checks, 2 times');
    expect(tally.breaches.size).toBe(1);
  });

  it('takes a request without an answer for a breach', () => {
    const tally = newTally();
    add(tally, { kind: 'case', case: tried({ status: undefined }) });
    expect(reportOf(tally).join('\n')).toContain('BREACH of answered');
  });

  it('names a refusal that is no breach', () => {
    const tally = newTally();
    const answer = '{"error":"the text check has no risks: there is nothing to rewrite"}';
    const failures = [{ check: 'positive_data_acceptance', message: '' }];
    add(tally, { kind: 'case', case: tried({ status: 400, answer, failures }) });
    expect(tally.breaches.size).toBe(0);
    expect(reportOf(tally)).toContain('no breach: nothing to rewrite (positive_data_acceptance), 1 times');
  });

  it('writes a request without its key, for a shell', () => {
    expect(curlOf(tried())).toBe(
      `curl -X POST -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' --data-raw '{"text":"it'\\''s"}' "$URL"'/v1/text/checks?a=b'`,
    );
  });
});
