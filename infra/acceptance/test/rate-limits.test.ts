import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../src/exchange.ts';
import { accountPath, checksPath, goodBody, post, remove, sitePath } from '../src/text-checks.ts';
import { enter, type World } from '../src/world.ts';

let world: World;

beforeAll(async () => {
  world = await enter();
});
afterAll(() => world.leave());

/** Longest that any test here takes, so that none of them meets the end of a minute. */
const testMs = 8_000;

/** A key that nobody has used, with at least so much of the minute left; waits for the next one if need be. */
async function keyOfFreshMinute() {
  const customer = await world.createCustomer();
  const { headers } = await world.call({ path: accountPath, key: (await world.createKey(customer)).key });
  const leftMs = Number(headers['x-ratelimit-reset']) * 1_000;
  if (leftMs < testMs) await sleep(leftMs);
  return customer;
}

const limitAndRemaining = ({ headers }: Answer) => [
  Number(headers['x-ratelimit-limit']),
  Number(headers['x-ratelimit-remaining']),
];
const repeated = (times: number, ask: () => Promise<Answer>) =>
  Promise.all(Array.from({ length: times }, ask));
const withStatus = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status);
const json = { 'content-type': 'application/json' };

describe('the three limits of a key', () => {
  it('are counted apart: submissions, queries, and everything else', async () => {
    const { key } = await keyOfFreshMinute();
    const ask = (method: string, path: string) => world.call({ key, method, path });
    expect(limitAndRemaining(await post(world, key, goodBody))).toEqual([60, 59]);
    expect(limitAndRemaining(await ask('GET', accountPath))).toEqual([600, 599]);
    expect(limitAndRemaining(await ask('GET', checksPath))).toEqual([600, 598]);
    expect(limitAndRemaining(await ask('GET', `${checksPath}/x`))).toEqual([600, 597]);
    expect(limitAndRemaining(await remove(world, key, 'x'))).toEqual([120, 119]);
    expect(limitAndRemaining(await ask('PATCH', `${sitePath}/custom-rules/settings`))).toEqual([120, 118]);
    expect(limitAndRemaining(await ask('POST', `${sitePath}/uploads/policy`))).toEqual([120, 117]);
    expect(limitAndRemaining(await ask('POST', `${sitePath}/batches`))).toEqual([60, 58]);
    expect(limitAndRemaining(await ask('POST', `${checksPath}/x/fix`))).toEqual([60, 57]);
    expect(limitAndRemaining(await ask('PUT', checksPath))).toEqual([120, 116]);
  });

  it('let 60 submissions pass and refuse the others before anything of them is looked at', async () => {
    const { key } = await keyOfFreshMinute();
    const answers = await repeated(70, () => post(world, key, goodBody));
    expect([withStatus(answers, 201).length, withStatus(answers, 429).length]).toEqual([60, 10]);
    const remaining = withStatus(answers, 201).map((answer) => limitAndRemaining(answer)[1] ?? -1);
    expect(remaining.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, n) => n));
    for (const refused of withStatus(answers, 429)) {
      expect(refused.headers['retry-after']).toBe(refused.headers['x-ratelimit-reset']);
    }
    const broken = [
      await post(world, key, '{', json),
      await post(world, key, 'x', { 'content-type': 'text/plain' }),
      await post(world, key, goodBody, { 'x-end-tenant': 'not valid' }),
      await post(world, key, goodBody, { 'idempotency-key': 'not valid' }),
      await world.call({ key, method: 'POST', path: '/v1/intl/id/text/checks', body: goodBody }),
      await world.call({ key, method: 'POST', path: `${sitePath}/batches`, body: {} }),
    ];
    expect(broken.map(({ status }) => status)).toEqual(broken.map(() => 429));
    expect((await world.call({ key, path: accountPath })).status).toBe(200);
    expect((await remove(world, key, 'x')).status).toBe(404);
  });

  it('let 600 queries pass, found or not', async () => {
    const { key } = await keyOfFreshMinute();
    const paths = [accountPath, checksPath, `${checksPath}/x`, `${checksPath}?page=0`, `${sitePath}/nothing`];
    let n = 0;
    const answers = await repeated(605, () => world.call({ key, path: paths[n++ % paths.length] ?? '' }));
    expect(withStatus(answers, 429).length).toBe(5);
    expect((await post(world, key, goodBody)).status).toBe(201);
  });

  it('let 120 of everything else pass', async () => {
    const { key } = await keyOfFreshMinute();
    const answers = await repeated(125, () => remove(world, key, 'x'));
    expect([withStatus(answers, 404).length, withStatus(answers, 429).length]).toEqual([120, 5]);
    expect((await world.call({ key, path: checksPath })).status).toBe(200);
  });

  it('count every answer, 400 to 415 included', async () => {
    const { key } = await keyOfFreshMinute();
    const answers = [
      await post(world, key, {}),
      await post(world, key, '{', json),
      await post(world, key, 'x', { 'content-type': 'a/b' }),
      await post(world, key, goodBody, { 'x-end-tenant': 'not valid' }),
      await world.call({ key, method: 'POST', path: '/v1/intl/id/text/checks', body: goodBody }),
      await world.call({ key, method: 'POST', path: '/v1/intl/fr/text/checks', body: goodBody }),
      await post(world, key, `{"x":"${'x'.repeat(1_000_000)}"}`, json),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 415, 400, 401, 404, 413]);
    expect(answers.map((answer) => limitAndRemaining(answer)[1])).toEqual([59, 58, 57, 56, 55, 54, 53]);
  });

  it('are those of the route, however its path is spelled', async () => {
    const { key } = await keyOfFreshMinute();
    const spelled = [
      checksPath.replace('checks', 'check%73'),
      checksPath.replace('/us/', '/%75s/'),
      `${checksPath}?x=/`,
    ];
    for (const [index, path] of spelled.entries()) {
      const answer = await world.call({ key, method: 'POST', path, body: goodBody });
      expect([answer.status, ...limitAndRemaining(answer)]).toEqual([201, 60, 59 - index]);
    }
  });

  it('are those of the key: not of the tenant, not of the account', async () => {
    const customer = await keyOfFreshMinute();
    const other = await world.createKey(customer);
    await post(world, customer.key, goodBody, { 'x-end-tenant': 'a' });
    const next = await post(world, customer.key, goodBody, { 'x-end-tenant': 'b' });
    expect(limitAndRemaining(next)).toEqual([60, 58]);
    expect(limitAndRemaining(await post(world, other.key, goodBody))).toEqual([60, 59]);
  });
});

describe('requests without a valid key', () => {
  it('are counted for their address and take nothing from a key', async () => {
    const customer = await keyOfFreshMinute();
    const hostname = new URL(world.deployment.baseUrl).hostname;
    // Another address of this machine, so that the rest of the suite keeps its own; elsewhere one bucket must do.
    const from = hostname === '127.0.0.1' ? { from: `127.0.0.${2 + Math.floor(Math.random() * 250)}` } : {};
    const ask = (key?: string) =>
      world.call({ key, method: 'POST', path: checksPath, body: goodBody, ...from });
    const answers = await repeated(61, () => ask(`svc_live_${'C'.repeat(43)}`));
    expect(withStatus(answers, 401).length).toBeLessThanOrEqual(60);
    expect((await ask()).status).toBe(429);
    expect((await ask(customer.key)).status).toBe(201);
  });

  it('of a revoked key are counted the same way', async () => {
    const { key, keyId } = await world.createCustomer();
    await world.operate('key', 'revoke', '--key-id', keyId);
    const first = await world.call({ key, path: accountPath });
    const second = await world.call({ path: accountPath });
    expect([first.status, second.status]).toEqual([401, 401]);
    expect(limitAndRemaining(first)[0]).toBe(600);
  });
});
