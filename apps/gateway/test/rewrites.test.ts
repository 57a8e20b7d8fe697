import { internationalContract, mainContract, us } from '@redline/contracts';
import { createId } from '@redline/service-kit/ids';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Replica, send, setUpWorld, submitCheck, type World } from './fixtures.ts';

/** Some names here are lines of docs/crash-points.md. */
let world: World;
let gateway: Replica;
let key: string;
let mainKey: string;
const env = { RATE_SUBMISSION: '10000', IDEMPOTENCY_LEASE_MS: '600' };

beforeAll(async () => {
  world = await setUpWorld();
  gateway = await world.startReplica({ env });
  ({ key } = await world.createKey());
  ({ key: mainKey } = await world.createKey('main'));
});
afterEach(() => {
  for (const list of Object.values(world.services.faults)) list.length = 0;
  for (const step of ['prepare', 'charge', 'abandon'] as const) delete world.services.before[step];
});
afterAll(() => world.dispose());

const contract = internationalContract(us);
const mainBody = {
  text: '纯棉毛巾三条装，吸水柔软。',
  platform: 'shortvideo_a',
  industryVertical: 'general',
};

async function completed(site: 'us' | 'main' = 'us'): Promise<string> {
  const { body } =
    site === 'us'
      ? await submitCheck(gateway.http, key)
      : await send(gateway.http, mainKey, { method: 'POST', url: '/v1/text/checks', payload: mainBody });
  const record = world.services.records.get(body.data.id) ?? expect.unreachable();
  record.status = 'completed';
  return body.data.id;
}

interface Sent {
  readonly payload?: string | object;
  readonly headers?: Record<string, string>;
  readonly site?: 'us' | 'main';
}
const fix = (id: string, { payload, headers = {}, site = 'us' }: Sent = {}) =>
  send(gateway.http, site === 'us' ? key : mainKey, {
    method: 'POST',
    url: `${site === 'us' ? us.prefix : '/v1'}/text/checks/${id}/fix`,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
const rewriteOf = (checkId: string) =>
  [...world.services.rewrites].find(([, rewrite]) => rewrite.checkId === checkId);
const operationOf = (checkId: string) => rewriteOf(checkId)?.[0] ?? '';

describe('a rewrite', () => {
  it('is accepted with what it costs, charged by an id of its own and has its job', async () => {
    const id = await completed();
    const { status, body } = await fix(id);
    expect(status).toBe(201);
    expect(contract.fixTextCheck.responses[201].parse(body)).toEqual(body);
    expect(body.data).toEqual({ id, object: 'intl_text_check', fixStatus: 'processing', creditCost: 2 });
    const operationId = operationOf(id);
    expect(operationId).toMatch(/^fix_[0-9a-z]{26}$/);
    expect(world.services.charges.get(operationId)).toBe(2);
    expect(await world.services.hasJob(operationId)).toBe(true);
    expect(rewriteOf(id)?.[1]).toMatchObject({ strategy: 'rewrite', mode: 'content' });
  });

  it('on an international site takes no body and minds none', async () => {
    expect((await fix(await completed(), { payload: {} })).status).toBe(201);
    expect((await fix(await completed(), { headers: { 'content-type': 'application/json' } })).status).toBe(
      201,
    );
  });

  it.each([
    [undefined, 'rewrite', 'content'],
    [{}, 'rewrite', 'content'],
    [{ strategy: 'precise' }, 'precise', 'content'],
    [{ strategy: 'rewrite', mode: 'ad', other: 1 }, 'rewrite', 'ad'],
  ])('on the main site with %j is %s, %s', async (payload, strategy, mode) => {
    const id = await completed('main');
    const { status, body } = await fix(id, { site: 'main', ...(payload && { payload }) });
    expect(status).toBe(201);
    expect(mainContract.fixTextCheck.responses[201].parse(body)).toEqual(body);
    expect(body.data).toEqual({ id, object: 'text_check', fixStatus: 'processing', creditCost: 2 });
    expect(rewriteOf(id)?.[1]).toMatchObject({ strategy, mode });
  });

  it.each([{ strategy: 'x' }, { mode: 'x' }, [], 'text', { strategy: 1 }])(
    'on the main site with %j is 400, and nothing was asked',
    async (payload) => {
      const id = await completed('main');
      const { status, body } = await fix(id, {
        site: 'main',
        payload: JSON.stringify(payload),
        headers: json,
      });
      expect([status, body.code]).toEqual([400, 'invalid_request']);
      expect(rewriteOf(id)).toBeUndefined();
    },
  );
  const json = { 'content-type': 'application/json' };

  it('that the owner refuses is 400 or 404, and nothing is charged', async () => {
    const before = world.services.balance;
    const running = await completed();
    await fix(running);
    const { status, body } = await fix(running);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    for (const id of [createId('text'), 'x', createId('fix')]) {
      expect((await fix(id)).status).toBe(404);
    }
    // The check and its first rewrite.
    expect(world.services.balance).toBe(before - 4);
  });

  it('without enough credits is 402 with both numbers, and no rewrite stays', async () => {
    const id = await completed();
    const before = world.services.balance;
    world.services.balance = 1;
    const { status, body } = await fix(id);
    world.services.balance = before;
    expect([status, body.requiredCredits, body.currentBalance]).toEqual([402, 2, 1]);
    expect(rewriteOf(id)).toBeUndefined();
  });

  it('sent twenty times at once with one Idempotency-Key runs and is charged once', async () => {
    const id = await completed();
    const headers = { 'idempotency-key': `fix-${id}` };
    const answers = await Promise.all(Array.from({ length: 20 }, () => fix(id, { headers })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1);
    const rewrites = [...world.services.rewrites.values()].filter(({ checkId }) => checkId === id);
    expect(rewrites).toHaveLength(1);
  });
});

describe('a rewrite that breaks off', () => {
  it('whose charge is unanswered is 500: it is failed and the credits come back', async () => {
    const id = await completed();
    const before = world.services.balance;
    world.services.faults.charge.push('lost reply');
    expect((await fix(id)).status).toBe(500);
    expect(world.services.balance).toBe(before);
    expect(rewriteOf(id)?.[1].status).toBe('failed');
    expect(await world.services.hasJob(operationOf(id))).toBe(false);
  });

  it('whose charge is unanswered while a worker has taken it is 201', async () => {
    const id = await completed();
    world.services.faults.charge.push('lost reply');
    world.services.before.abandon = async () => world.services.take(operationOf(id));
    const { status, body } = await fix(id);
    expect(status).toBe(201);
    // What it cost was in the answer that was lost.
    expect(body.data).toEqual({ id, object: 'intl_text_check', fixStatus: 'processing' });
  });

  it('whose question is lost is 500: nothing was begun, and another one may begin', async () => {
    const id = await completed();
    world.services.faults.prepare.push('lost request');
    expect((await fix(id)).status).toBe(500);
    expect(rewriteOf(id)).toBeUndefined();
    expect((await fix(id)).status).toBe(201);
  });
});
