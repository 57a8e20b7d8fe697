import { waitFor } from '@redline/testkit';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  checksPath,
  quickSaga,
  type Replica,
  send,
  setUpWorld,
  submitCheck,
  type World,
} from './fixtures.ts';
import { type Severable, severable } from './severable.ts';

/** Every name here is a line of docs/crash-points.md. */
let world: World;
let gateway: Replica;
let key: string;
const leaseMs = 600;
const env = { RATE_SUBMISSION: '10000', IDEMPOTENCY_LEASE_MS: String(leaseMs) };

beforeAll(async () => {
  world = await setUpWorld();
  gateway = await world.startReplica({ env });
  ({ key } = await world.createKey());
});
afterEach(() => {
  for (const list of Object.values(world.services.faults)) list.length = 0;
  for (const step of ['prepare', 'charge', 'abandon'] as const) delete world.services.before[step];
});
afterAll(() => world.dispose());

/** Asks for an undo once. */
const shortUndo = { ...quickSaga, undoMs: 100, undoEveryMs: 100 };

const lastId = () => /text_\w+/.exec(world.services.calls.at(-1) ?? '')?.[0] ?? '';
const submit = (headers: Record<string, string> = {}, replica = gateway) =>
  submitCheck(replica.http, key, headers);

/** Asserts the guarantee of a 500: nothing is charged, no job runs, and no record waits for one. */
async function expectNothingCost(status: number, balanceBefore: number): Promise<void> {
  expect(status).toBe(500);
  const id = lastId();
  expect(world.services.balance).toBe(balanceBefore);
  expect(world.services.charges.has(id)).toBe(false);
  expect(world.services.records.get(id)?.status).not.toBe('processing');
}

describe('prepare', () => {
  it('is lost on its way: 500, nothing was inserted and a late one is void', async () => {
    const before = world.services.balance;
    world.services.faults.prepare.push('lost request');
    await expectNothingCost((await submit()).status, before);
    expect(world.services.calls.at(-1)).toMatch(/^abandon text_\w+ unknown$/);
  });

  it('inserts and its answer is lost: 500, and the record is failed', async () => {
    const before = world.services.balance;
    world.services.faults.prepare.push('lost reply');
    await expectNothingCost((await submit()).status, before);
    expect(world.services.records.get(lastId())?.status).toBe('failed');
  });

  it('and its undo are both unanswered: 500, since without a charge and a job nothing can cost', async () => {
    const before = world.services.balance;
    world.services.faults.prepare.push('lost reply');
    world.services.faults.abandon.push(...Array(20).fill('lost request'));
    const slow = await world.startReplica({ env, sagaLimits: shortUndo });
    expect((await submit({}, slow)).status).toBe(500);
    expect(world.services.balance).toBe(before);
    expect(await world.services.hasJob(lastId())).toBe(false);
  });
});

describe('charge', () => {
  it('is lost on its way: 500, the record is failed and a late charge is refused', async () => {
    const before = world.services.balance;
    world.services.faults.charge.push('lost request');
    await expectNothingCost((await submit()).status, before);
    expect(world.services.tombstones.has(lastId())).toBe(true);
  });

  it('takes the credits and its answer is lost: 500, and they come back', async () => {
    const before = world.services.balance;
    world.services.faults.charge.push('lost reply');
    await expectNothingCost((await submit()).status, before);
  });

  it('is unanswered and so is the undo: 500, there is no job, so the sweeper refunds', async () => {
    world.services.faults.charge.push('lost reply');
    world.services.faults.abandon.push('lost request');
    const slow = await world.startReplica({ env, sagaLimits: shortUndo });
    expect((await submit({}, slow)).status).toBe(500);
    const id = lastId();
    expect(await world.services.hasJob(id)).toBe(false);
    expect(world.services.records.get(id)).toMatchObject({ status: 'processing', attempt: 0 });
  });

  it('is refused and the undo is unanswered: 402, nothing was charged', async () => {
    const before = world.services.balance;
    world.services.balance = 1;
    world.services.faults.abandon.push('lost request');
    const slow = await world.startReplica({ env, sagaLimits: shortUndo });
    expect((await submit({}, slow)).status).toBe(402);
    world.services.balance = before;
    expect(world.services.charges.has(lastId())).toBe(false);
  });

  it('is unanswered and the undo comes too late: 201, the work is under way', async () => {
    world.services.faults.charge.push('lost reply');
    world.services.before.abandon = async () => world.services.take(lastId());
    const { status, body } = await submit();
    expect([status, body.data.status]).toEqual([201, 'processing']);
    expect(world.services.charges.get(body.data.id)).toBe(2);
  });
});

describe('NATS', () => {
  it('dies during the charge and comes back: 500, and the credits come back', async () => {
    const before = world.services.balance;
    world.services.before.charge = async () => {
      delete world.services.before.charge;
      await world.nats.kill();
      setTimeout(() => void world.nats.start(), 300);
    };
    const patient = await world.startReplica({ env, sagaLimits: { ...quickSaga, undoMs: 10_000 } });
    await expectNothingCost((await submit({}, patient)).status, before);
    expect(world.services.tombstones.has(lastId())).toBe(true);
    await backAgain();
  });

  it('is away: 500 at once, nothing was asked of anybody', async () => {
    await submit();
    const asked = world.services.calls.length;
    await world.nats.kill();
    await waitFor(() => !gateway.bus.connected);
    const startedMs = performance.now();
    const { status, body } = await submit();
    expect([status, body.code]).toEqual([500, 'internal']);
    expect(performance.now() - startedMs).toBeLessThan(3_000);
    const read = await send(gateway.http, key, { method: 'GET', url: checksPath });
    expect([read.status, read.body.code]).toEqual([500, 'internal']);
    expect(world.services.calls.length).toBe(asked);
    await world.nats.start();
    await backAgain();
  });
});

const backAgain = () =>
  waitFor(async () => (await submit()).status === 201, { what: 'a 201 after the restart' });

describe('publish', () => {
  it('is refused by the stream: 500, the record is failed and the credits come back', async () => {
    const before = world.services.balance;
    await world.bus.manager.streams.delete('JOBS');
    try {
      await expectNothingCost((await submit()).status, before);
    } finally {
      await world.ensureStreams();
    }
  });

  it('is unanswered and the job was stored: 201 once the engine has taken it', async () => {
    const unanswered = await world.startReplica({
      env,
      sagaLimits: { ...shortUndo, publishMs: 1, undoMs: 2_000 },
    });
    world.services.before.abandon = async () => world.services.take(lastId());
    const { status, body } = await submit({}, unanswered);
    expect([status, body.data.status]).toEqual([201, 'processing']);
    expect(world.services.charges.has(body.data.id)).toBe(true);
  });

  it('is unanswered and so is the undo: 201, which is true whether or not the job was stored', async () => {
    const unanswered = await world.startReplica({ env, sagaLimits: { ...shortUndo, publishMs: 1 } });
    world.services.faults.abandon.push('lost request');
    const { status, body } = await submit({}, unanswered);
    expect(status).toBe(201);
    expect(world.services.records.get(body.data.id)).toMatchObject({ status: 'processing' });
  });
});

/** Starts a gateway that freezes at a step: it has sent its request, and does nothing afterwards. */
async function dieAt(step: 'prepare' | 'charge', name: string, fault: 'lost request' | 'lost reply') {
  const doomed = await world.startReplica({
    env,
    sagaLimits: { ...shortUndo, prepareMs: 60_000, chargeMs: 60_000 },
  });
  world.services.faults[step].push(fault);
  void submit({ 'idempotency-key': name }, doomed);
  const asked = await waitFor(() =>
    world.services.calls.findLast((line) => line.startsWith(step) && !seen.has(line)),
  );
  seen.add(asked);
  await waitFor(() => world.services.faults[step].length === 0);
  return asked.split(' ')[1] ?? '';
}
const seen = new Set<string>();

describe('the gateway', () => {
  it.each([
    ['before anything is inserted', 'prepare', 'lost request'],
    ['after the record is inserted', 'prepare', 'lost reply'],
    ['before the charge', 'charge', 'lost request'],
    ['after the charge', 'charge', 'lost reply'],
  ] as const)(
    'dies %s: a retry with the same key goes on under the same id, charged once',
    async (_when, step, fault) => {
      for (const line of world.services.calls) seen.add(line);
      const before = world.services.balance;
      const name = `died-${step}-${fault.replace(' ', '-')}`;
      const id = await dieAt(step, name, fault);
      const startedMs = performance.now();
      const { status, body } = await submit({ 'idempotency-key': name });
      expect([status, body.data.id]).toEqual([201, id]);
      expect(performance.now() - startedMs).toBeLessThan(leaseMs + 3_000);
      expect(before - world.services.balance).toBe(2);
      expect(await world.services.hasJob(id)).toBe(true);
      expect((await submit({ 'idempotency-key': name })).body).toEqual(body);
    },
  );

  it('dies after the publish: the retry gets the same id, no second charge and no second job', async () => {
    const name = 'died-published';
    const { body } = await submit({ 'idempotency-key': name });
    const before = world.services.balance;
    await sql`update idempotency set status = null, body = null, lease_until = now() where key = ${name}`.execute(
      world.db,
    );
    const jobs = async () => (await world.bus.manager.streams.info('JOBS')).state.messages;
    const jobsBefore = await jobs();
    const again = await submit({ 'idempotency-key': name });
    expect([again.status, again.body]).toEqual([201, body]);
    expect(world.services.balance).toBe(before);
    expect(await jobs()).toBe(jobsBefore);
  });

  it('dies after a failure was settled: the retry is a new operation', async () => {
    const name = 'died-settled';
    world.services.faults.charge.push('lost reply');
    expect((await submit({ 'idempotency-key': name })).status).toBe(500);
    const dead = lastId();
    const again = await submit({ 'idempotency-key': name });
    expect(again.status).toBe(201);
    expect(again.body.data.id).not.toBe(dead);
  });

  it('dies after an undo, before the row is released: the dead operation is not charged again', async () => {
    const name = 'died-undone';
    const { body } = await submit({ 'idempotency-key': name });
    const dead = body.data.id;
    world.services.tombstones.add(dead);
    world.services.charges.delete(dead);
    await sql`update idempotency set status = null, body = null, lease_until = now() where key = ${name}`.execute(
      world.db,
    );
    expect((await submit({ 'idempotency-key': name })).status).toBe(500);
    expect(world.services.charges.has(dead)).toBe(false);
    const again = await submit({ 'idempotency-key': name });
    expect([again.status, again.body.data.id === dead]).toEqual([201, false]);
  });

  it('and its undo are unanswered after a takeover: the retry goes on at once under the same id', async () => {
    const name = 'unresolved';
    const slow = await world.startReplica({
      env: { ...env, IDEMPOTENCY_LEASE_MS: '60000' },
      sagaLimits: shortUndo,
    });
    world.services.faults.charge.push('lost reply');
    world.services.faults.abandon.push('lost request');
    expect((await submit({ 'idempotency-key': name }, slow)).status).toBe(500);
    const id = lastId();
    const again = await submit({ 'idempotency-key': name }, slow);
    expect([again.status, again.body.data.id]).toEqual([201, id]);
    expect(world.services.charges.get(id)).toBe(2);
  });
});

describe("the gateway's Postgres", () => {
  let far: Severable;
  afterAll(() => far.dispose());

  it('is away before the row is written: 500, nothing was asked; without a key in the request it goes on', async () => {
    far = await severable(world.databaseUrl);
    const cutOff = await world.startReplica({ env, databaseUrl: far.url });
    expect((await submit({}, cutOff)).status).toBe(201);
    await far.cut();
    const asked = world.services.calls.length;
    expect((await submit({ 'idempotency-key': 'away' }, cutOff)).status).toBe(500);
    expect(world.services.calls.length).toBe(asked);
    expect((await submit({}, cutOff)).status).toBe(201);
    await far.mend();
  });

  it('goes away while the saga runs: 201 all the same, and a retry gets the same id', async () => {
    const cutOff = await world.startReplica({ env, databaseUrl: far.url });
    const name = 'went-away';
    world.services.before.charge = async () => {
      delete world.services.before.charge;
      await far.cut();
    };
    const one = await submit({ 'idempotency-key': name }, cutOff);
    expect(one.status).toBe(201);
    await far.mend();
    const two = await submit({ 'idempotency-key': name });
    expect([two.status, two.body]).toEqual([201, one.body]);
    expect(world.services.charges.get(one.body.data.id)).toBe(2);
  });
});
