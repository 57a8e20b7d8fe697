import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteOldClaims } from '../src/store/idempotency.ts';
import { checksPath, goodBody, type Replica, send, setUpWorld, submitCheck, type World } from './fixtures.ts';

let world: World;
let first: Replica;
let second: Replica;
let owner: Awaited<ReturnType<World['createKey']>>;
const env = { RATE_SUBMISSION: '10000' };

beforeAll(async () => {
  world = await setUpWorld();
  first = await world.startReplica({ env });
  second = await world.startReplica({ env });
  owner = await world.createKey();
});
afterAll(() => world.dispose());

let keysMade = 0;
const newName = () => {
  keysMade += 1;
  return `order-${keysMade}`;
};
const submit = (
  name: string,
  options: { replica?: Replica; body?: unknown; tenant?: string; key?: string } = {},
) =>
  submitCheck(
    (options.replica ?? first).http,
    options.key ?? owner.key,
    { 'idempotency-key': name, ...(options.tenant ? { 'x-end-tenant': options.tenant } : {}) },
    options.body,
  );
const rowOf = async (name: string) => {
  const { rows } = await sql<{ status: number | null; operation_id: string }>`
    select status, operation_id from idempotency where key = ${name} and account_id = ${owner.accountId}`.execute(
    world.db,
  );
  return rows[0];
};

describe('a submission with an Idempotency-Key', () => {
  it('is the same one however its path is spelled', async () => {
    const headers = {
      'idempotency-key': newName(),
      'content-type': 'application/json',
    };
    const to = (url: string) =>
      send(first.http, owner.key, { method: 'POST', url, headers, payload: goodBody });
    const answer = await to(checksPath);
    expect(answer.status).toBe(201);
    expect((await to(checksPath.replace('checks', 'check%73'))).body).toEqual(answer.body);
  });

  it('sent again gets the first answer and is charged once', async () => {
    const name = newName();
    const before = world.services.balance;
    const one = await submit(name);
    const two = await submit(name, { replica: second });
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(two.body).toEqual(one.body);
    expect(before - world.services.balance).toBe(2);
    const marks = [one, two].map(({ headers }) => headers['idempotent-replayed']);
    expect(marks).toEqual([undefined, 'true']);
    expect(two.headers['x-request-id']).not.toBe(one.headers['x-request-id']);
  });

  it('sent twenty times at once to two replicas runs once', async () => {
    const name = newName();
    const before = world.services.balance;
    world.services.before.charge = () => new Promise((resolve) => setTimeout(resolve, 50));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => submit(name, { replica: n % 2 ? first : second })),
    );
    delete world.services.before.charge;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect(before - world.services.balance).toBe(2);
  });

  it('with the same fields written otherwise is the same', async () => {
    const name = newName();
    const { text, platform, vertical } = goodBody;
    const one = await submit(name);
    const two = await submit(name, { body: { vertical, explainLocale: 'zh-CN', colour: 1, platform, text } });
    expect(two.body).toEqual(one.body);
  });

  it('with another body is 400 and costs nothing', async () => {
    const name = newName();
    await submit(name);
    const before = world.services.balance;
    const { status, body } = await submit(name, { body: { ...goodBody, vertical: 'home' } });
    expect([status, body.code]).toEqual([400, 'idempotency_key_reused']);
    expect(world.services.balance).toBe(before);
  });

  it('belongs to account, site and tenant: elsewhere it is another one', async () => {
    const name = newName();
    const stranger = await world.createKey();
    const answers = [
      await submit(name),
      await submit(name, { tenant: 'a' }),
      await submit(name, { key: stranger.key }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(3);
    const sibling = await world.createKey('us', null, owner.accountId);
    expect((await submit(name, { key: sibling.key })).body).toEqual(answers[0]?.body);
  });

  it('that was refused is forgotten: after a top-up the same key is accepted', async () => {
    const name = newName();
    const before = world.services.balance;
    world.services.balance = 0;
    expect((await submit(name)).status).toBe(402);
    expect(await rowOf(name)).toBeUndefined();
    world.services.balance = before;
    expect((await submit(name)).status).toBe(201);
    expect((await submit(name, { body: {} })).status).toBe(400);
  });

  it.each(['', ' ', 'a b', 'a'.repeat(256), 'é', 'tab\tbed'])('named %j is 400', async (name) => {
    const { status, body } = await submit(name);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(body.error).toMatch(/Idempotency-Key/);
  });

  it('may have 255 visible characters', async () => {
    const name = `${newName()}!~"{}`.padEnd(255, 'x');
    expect((await submit(name)).status).toBe(201);
  });

  it('is kept for a day and then forgotten', async () => {
    const name = newName();
    const one = await submit(name);
    const age = async (hours: number) =>
      sql`update idempotency set created_at = now() - make_interval(hours => ${hours}) where key = ${name}`.execute(
        world.db,
      );
    await age(23);
    await deleteOldClaims(world.db, 100);
    expect((await submit(name)).body).toEqual(one.body);
    await age(25);
    const two = await submit(name);
    expect(two.status).toBe(201);
    expect(two.body.data.id).not.toBe(one.body.data.id);
    await age(25);
    expect(await deleteOldClaims(world.db, 100)).toBe(1);
    expect(await rowOf(name)).toBeUndefined();
  });
});

describe('a submission without one', () => {
  it('sent twice is two', async () => {
    const before = world.services.balance;
    const ids = [await submitCheck(first.http, owner.key), await submitCheck(first.http, owner.key)];
    expect(new Set(ids.map(({ body }) => body.data.id)).size).toBe(2);
    expect(before - world.services.balance).toBe(4);
  });
});
