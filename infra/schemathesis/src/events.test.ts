import { describe, expect, it } from 'vitest';
import { entriesOf } from './events.ts';

const encoded = (text: string) => ({ $base64: Buffer.from(text).toString('base64') });

const scenario = ({ mode = 'positive', status = 201 as number | null, checks = [] as object[] } = {}) =>
  JSON.stringify({
    ScenarioFinished: {
      phase: 'fuzzing',
      recorder: {
        label: 'POST /v1/text/checks/{id}/fix',
        cases: {
          a: { value: { method: 'POST', path: '/v1/text/checks/{id}/fix', meta: { generation: { mode } } } },
        },
        checks: { a: checks },
        interactions: {
          a: {
            request: {
              method: 'POST',
              uri: 'http://127.0.0.1:1/v1/text/checks/text_1/fix?a=b',
              headers: { Authorization: ['Bearer svc_live_x'] },
              body: encoded('{}'),
            },
            response: status === null ? null : { status_code: status, content: encoded('{"error":"no"}') },
          },
        },
      },
    },
  });

const casesOf = (line: string) =>
  [...entriesOf(line)].flatMap((entry) => (entry.kind === 'case' ? [entry.case] : []));

describe('the report of the program', () => {
  it('gives each request with its answer and what failed', () => {
    const failure_info = { failure: { message: 'Server error' } };
    const checks = [
      { name: 'not_a_server_error', status: 'failure', failure_info },
      { name: 'status_code_conformance', status: 'success' },
    ];
    expect(casesOf(scenario({ status: 500, checks }))).toMatchObject([
      {
        operation: 'POST /v1/text/checks/{id}/fix',
        status: 500,
        answer: '{"error":"no"}',
        failures: [{ check: 'not_a_server_error', message: 'Server error' }],
      },
    ]);
  });

  it.each([
    ['positive', 400, ['positive_data_acceptance']],
    ['positive', 413, ['positive_data_acceptance']],
    ['positive', 201, []],
    ['positive', 402, []],
    ['positive', 404, []],
    ['negative', 400, []],
  ])('of %s data that was answered with %i has the failures %j', (mode, status, expected) => {
    const [tried] = casesOf(scenario({ mode, status }));
    expect(tried?.failures.map(({ check }) => check)).toEqual(expected);
  });

  it('gives a request that was not answered', () => {
    expect(casesOf(scenario({ status: null }))).toMatchObject([{ status: undefined, answer: '' }]);
  });

  it.each([
    ['FlakyFailure', 'untried'],
    ['ConnectionError', 'error'],
  ])('gives a %s of the program as %s', (type, kind) => {
    const fault = { value: { type, message: 'no' }, phase: 'coverage', label: 'POST /a' };
    expect([...entriesOf(JSON.stringify({ NonFatalError: fault }))]).toMatchObject([{ kind }]);
  });

  it('has lines that say nothing of a request', () => {
    expect([...entriesOf('{"EngineStarted":{"id":"a"}}')]).toEqual([]);
  });
});
