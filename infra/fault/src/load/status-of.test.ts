import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { send } from './client.ts';
import type { Submission } from './journal.ts';
import { watchReport } from './watch-report.ts';

const customer = { accountId: 'acct', apiKey: 'svc_live_1', sitePath: '/v1' } as const;

/** Returns the status that each client of the load notes: of a submission, and of an order of a report. */
async function statusesNoted(answer: RequestListener): Promise<readonly (number | null | undefined)[]> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const { status } = await send(apiUrl, customer, { method: 'POST', path: '/text/checks', body: {} });
    const submission: Submission = {
      ...{ kind: 'report', ref: 'video_1', accountId: 'acct', idempotencyKey: null, answers: [] },
      ...{ deletion: 'none', seen: [], wasMissing: false, events: [] },
    };
    await watchReport(apiUrl, submission, customer, performance.now());
    return [status, submission.answers[0]?.status];
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const ours = { 'x-request-id': 'req-0001' };
const html = '<html><body><h1>503 Service Unavailable</h1></body></html>';

it.each([
  ['a 503 of a proxy is no answer', 503, {}, html, null],
  ['a 502 of a proxy is no answer', 502, {}, html, null],
  ['a 504 of a proxy is no answer', 504, {}, html, null],
  ['a 503 of our own counts', 503, ours, '{"error":{}}', 503],
  ['a 503 of our own counts without JSON too', 503, ours, html, 503],
  ['a 500 counts, whoever sent it', 500, {}, html, 500],
  ['a 404 counts, whoever sent it', 404, {}, html, 404],
] as const)('%s', async (_, status, headers, body, noted) => {
  const answers = await statusesNoted(
    (_request, response) => void response.writeHead(status, headers).end(body),
  );
  expect(answers).toEqual([noted, noted]);
});

it('a response that breaks off is no answer to a submission', async () => {
  const [noted] = await statusesNoted((_request, response) => {
    response.writeHead(201, { ...ours, 'content-length': 100 }).write('{"data":', () => response.destroy());
  });
  expect(noted).toBeNull();
});
