import { us } from '@redline/contracts';
import { createLogger } from '@redline/service-kit/log';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checksPath, goodBody, type Replica, send, setUpWorld, submitCheck, type World } from './fixtures.ts';

const lines: string[] = [];
const log = createLogger({
  service: 'gateway',
  level: 'info',
  destination: { write: (line) => void lines.push(line) },
});
let world: World;
let gateway: Replica;
let owner: Awaited<ReturnType<World['createKey']>>;

beforeAll(async () => {
  world = await setUpWorld();
  gateway = await world.startReplica({ log, env: { RATE_QUERY: '3' } });
  owner = await world.createKey();
});
afterAll(() => world.dispose());

/** The line of the access log of a request, by the id that its answer had. */
async function lineOf(response: { readonly headers: Record<string, unknown> }) {
  const requestId = response.headers['x-request-id'];
  const found = () => lines.map((line) => JSON.parse(line)).find((line) => line.requestId === requestId);
  await expect.poll(found).toBeTruthy();
  return found();
}
const get = (url: string, key?: string, headers: Record<string, string> = {}) =>
  send(gateway.http, key, { method: 'GET', url, headers });

describe('the access log', () => {
  it('says of a submission who sent it, for whom, and which record it made', async () => {
    const response = await submitCheck(gateway.http, owner.key, { 'x-end-tenant': 'shop-7' });
    expect(await lineOf(response)).toMatchObject({
      msg: 'answered',
      level: 'info',
      method: 'POST',
      route: checksPath,
      status: 201,
      siteId: 'us',
      accountId: owner.accountId,
      keyId: owner.keyId,
      tenantId: 'shop-7',
      recordId: response.body.data.id,
      durationMs: expect.any(Number),
    });
  });

  it('says the same of an answer that is repeated, of a read, and of a rewrite with its own id', async () => {
    const first = await submitCheck(gateway.http, owner.key, { 'idempotency-key': 'once' });
    const again = await submitCheck(gateway.http, owner.key, { 'idempotency-key': 'once' });
    const { id } = first.body.data;
    expect(await lineOf(again)).toMatchObject({ recordId: id });
    const read = await get(`${checksPath}/${id}?explainLocale=en-US`, owner.key);
    expect(await lineOf(read)).toMatchObject({ route: `${checksPath}/:id`, recordId: id });
    const fix = await send(gateway.http, owner.key, { method: 'POST', url: `${checksPath}/${id}/fix` });
    const line = await lineOf(fix);
    expect(line).toMatchObject({ recordId: id, operationId: expect.stringMatching(/^fix_/) });
    expect(line.tenantId).toBeUndefined();
  });

  it('names the account of a request that was refused for its rate, and the site of one without a key', async () => {
    for (let turn = 0; turn < 3; turn++) await get(`${us.prefix}/account`, owner.key);
    const refused = await get(`${us.prefix}/account`, owner.key);
    expect(await lineOf(refused)).toMatchObject({ status: 429, accountId: owner.accountId });
    const unknown = await get(`${us.prefix}/account`);
    const line = await lineOf(unknown);
    expect(line).toMatchObject({ status: 401, siteId: 'us' });
    expect(line.accountId).toBeUndefined();
  });

  it('holds no key, no text, no query and nothing of a path that is no id', async () => {
    const { key } = await world.createKey();
    await submitCheck(gateway.http, key, {}, { ...goodBody, text: 'words under check' });
    await lineOf(await get(`${checksPath}/my-own-secret-words?keyword=hunter2`, key));
    const all = lines.join('');
    for (const hidden of [key, owner.key, 'words under check', 'my-own-secret-words', 'hunter2']) {
      expect(all).not.toContain(hidden);
    }
  });
});
