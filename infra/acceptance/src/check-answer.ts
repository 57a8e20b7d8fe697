import { expect } from 'vitest';
import type { Answer, Question } from './exchange.ts';
import type { ServedContract } from './served-contract.ts';
import { failure, success } from './shapes.ts';

/** The error codes of document 4, by status. */
const codes: Readonly<Record<number, readonly string[]>> = {
  400: ['invalid_request', 'idempotency_key_reused'],
  401: ['unauthorized'],
  402: ['insufficient_credits'],
  403: ['plan_required', 'product_line_not_enabled', 'tenant_scope_limit', 'storage_limit'],
  404: ['not_found'],
  405: ['method_not_allowed'],
  413: ['payload_too_large'],
  415: ['unsupported_media_type'],
  429: ['rate_limited'],
  431: ['invalid_request'],
};

const internals = /<!doctype|<html|node_modules|\.ts:\d+|\bat \w+ \(|postgres|kysely|nats:|ECONN/i;

/** Checks every answer of the API against the common rules of documents 1 and 4, and against the served contract. */
export function checkAnswer(question: Question, answer: Answer, contract: ServedContract): void {
  const method = question.method ?? 'GET';
  const what = `${method} ${question.path.slice(0, 80)} → ${answer.status} ${answer.text.slice(0, 300)}`;
  expect(answer.headers['x-request-id'], what).toMatch(/^\S{8,128}$/);
  checkRateHeaders(answer, what);
  if (method === 'HEAD') {
    expect(answer.text, what).toBe('');
    return;
  }
  expect(answer.headers['content-type'], what).toBe('application/json; charset=utf-8');
  if (answer.status < 300) expect(success.safeParse(answer.body).error, what).toBeUndefined();
  else checkFailure(answer, what);
  const path = question.path.split('?', 1)[0] ?? '';
  expect(contract.faultOf(method, path, answer.status, answer.body), what).toBeUndefined();
}

function checkRateHeaders({ status, headers }: Answer, what: string): void {
  const number = (name: string) => {
    expect(headers[name], `${name}: ${what}`).toMatch(/^\d+$/);
    return Number(headers[name]);
  };
  expect(number('x-ratelimit-limit'), what).toBeGreaterThan(0);
  expect(number('x-ratelimit-remaining'), what).toBeLessThan(number('x-ratelimit-limit'));
  expect(number('x-ratelimit-reset'), what).toBeLessThanOrEqual(60);
  if (status === 429) {
    expect(number('retry-after'), what).toBeGreaterThan(0);
    expect(number('retry-after'), what).toBeLessThanOrEqual(60);
    expect(number('x-ratelimit-remaining'), what).toBe(0);
  }
}

function checkFailure({ status, headers, body, text }: Answer, what: string): void {
  expect(status, what).toBeLessThan(500);
  expect(failure(status).safeParse(body).error, what).toBeUndefined();
  const { code, requestId } = failure(status).parse(body);
  expect(codes[status], what).toContain(code);
  expect(requestId, what).toBe(headers['x-request-id']);
  expect(text, what).not.toMatch(internals);
  if (status === 401) expect(headers['www-authenticate'], what).toBe('Bearer');
  if (status === 405) expect(headers.allow, what).toMatch(/^[A-Z]+(, [A-Z]+)*$/);
}
