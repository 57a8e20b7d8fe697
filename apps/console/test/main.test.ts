import { consoleRequests, streams } from '@redline/contracts';
import { call, connectBus } from '@redline/service-kit/bus';
import { makeStreams } from '@redline/service-kit/test/make-streams';
import { itRunsAsAProcess, openServiceProcess } from '@redline/testkit';
import { freePort } from '@redline/testkit/servers';
import { afterAll, describe, expect, it } from 'vitest';
import { log } from './fixtures.ts';

const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const service = await openServiceProcess(new URL('../src/main.ts', import.meta.url), {
  purpose: 'console',
  env: {
    PORT: String(port),
    CONSOLE_URL: origin,
    API_URL: 'http://127.0.0.1:8080',
    DELEGATION_SECRETS: 'delegation-secret-that-is-never-logged',
    AUTH_SECRET: 'sign-in-secret-that-is-never-logged',
    MAIL_DIR: '/nonexistent/mail',
  },
});
await makeStreams(service.natsUrl, streams);
afterAll(service.dispose);

/** Lets a person in, as an operator does, who signs in then. */
async function signIn(): Promise<void> {
  const bus = await connectBus({ url: service.natsUrl, name: 'console-test', log });
  const person = {
    email: 'mei@example.com',
    password: 'correct horse battery',
    name: 'Mei',
    role: 'owner',
  } as const;
  await call(bus, consoleRequests.memberSet, { ...person, accountId: 'acct_1', organization: 'Shop' });
  await bus.close();
  const headers = { origin, 'content-type': 'application/json' };
  const send = (path: string, body: object) =>
    fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const { status } = await send('/api/auth/sign-in', person);
  const refused = await send('/api/auth/sign-in', { ...person, password: 'wrong horse battery' });
  expect([status, refused.status]).toEqual([200, 401]);
  // Its folder cannot be written to: that is a line in the log, and no error of the person's.
  expect((await send('/api/auth/request-reset', person)).status).toBe(200);
  const metrics = await service.readMetrics();
  expect(metrics).toMatch(/console_sign_ins_total\{outcome="signed_in".*\} 1/);
  expect(metrics).toMatch(/console_sign_ins_total\{outcome="refused".*\} 1/);
}

describe('the process', () => {
  itRunsAsAProcess(service, {
    name: 'console',
    wrong: { PORT: '-1' },
    whileRunning: signIn,
    neverLogs: /mei@example|horse|never-logged|token=|redline_session/,
  });

  it('does not start where its cookies would be read on the way', async () => {
    const { code, output } = await service.run([], { CONSOLE_URL: 'http://console.example.com' }).ended;
    expect(code).toBe(1);
    expect(output.trim()).toContain('console: CONSOLE_URL: it must begin with https://');
  });
});
