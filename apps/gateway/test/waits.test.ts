import { internationalContract, mainContract, textEndedBroadcast, us } from '@redline/contracts';
import { broadcast } from '@redline/service-kit/bus';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodBody, type Replica, send, setUpWorld, type World } from './fixtures.ts';

/** Tests of submissions that wait for their end: `?wait=SECONDS` and `Prefer: wait=SECONDS`. */
let world: World;
let gateway: Replica;
let key: string;
let mainKey: string;
const env = { RATE_SUBMISSION: '10000', RATE_QUERY: '10000' };
/** Reads that nobody announces come later than a test may take, so only an announcement, or an early read, ends a wait. */
const seldom = { waitMs: 1_000, readEveryMs: 60_000, expireMs: 300 };
const often = { waitMs: 1_000, readEveryMs: 50, expireMs: 300 };

beforeAll(async () => {
  world = await setUpWorld();
  gateway = await world.startReplica({ env, verdictLimits: often });
  ({ key } = await world.createKey());
  ({ key: mainKey } = await world.createKey('main'));
});
afterAll(() => world.dispose());

const contract = internationalContract(us);
const path = `${us.prefix}/text/checks`;
const mainBody = {
  text: '纯棉毛巾三条装，吸水柔软。',
  platform: 'shortvideo_a',
  industryVertical: 'general',
};

interface Sent {
  readonly replica?: Replica;
  readonly query?: string;
  readonly headers?: Record<string, string>;
  readonly url?: string;
  readonly by?: string;
  readonly payload?: object;
}
const post = ({ replica = gateway, query = '', headers = {}, url = path, by = key, payload }: Sent) =>
  send(replica.http, by, { method: 'POST', url: `${url}${query}`, headers, ...(payload && { payload }) });
const submit = (sent: Sent) => post({ payload: goodBody, ...sent });

/** Waits until one more check is there than before, and returns it. */
async function nextCheck(before: number) {
  const { records } = world.services;
  await expect.poll(() => records.size).toBe(before + 1);
  return [...records].at(-1) ?? expect.unreachable();
}

/** Submits a check, ends it once it is there, and returns the answer. */
async function submitEnding(sent: Sent, end: (id: string) => void) {
  const before = world.services.records.size;
  const answer = submit(sent);
  const [id, record] = await nextCheck(before);
  await expect.poll(() => world.services.hasJob(id)).toBe(true);
  record.status = 'completed';
  end(id);
  return answer;
}

describe('a text check that is waited for', () => {
  it('is answered with its record as soon as its end is announced', async () => {
    const replica = await world.startReplica({ env, verdictLimits: seldom });
    const announce = (id: string) => broadcast(world.bus, textEndedBroadcast, { id });
    const { status, body } = await submitEnding({ replica, query: '?wait=30' }, announce);
    expect(status).toBe(201);
    expect(contract.createTextCheck.responses[201].parse(body)).toEqual(body);
    expect(body.data).toMatchObject({ status: 'completed', text: goodBody.text, creditCost: 2 });
  });

  it('is answered although the announcement is lost', async () => {
    const { body } = await submitEnding({ query: '?wait=30' }, () => undefined);
    expect(body.data).toMatchObject({ status: 'completed', creditCost: 2 });
  });

  it.each(['?wait=0', '?wait=1'])('is answered as it is when the time of %s is up', async (query) => {
    const { status, body } = await submit({ query });
    expect(status).toBe(201);
    expect(contract.createTextCheck.responses[201].parse(body)).toEqual(body);
    expect(body.data).toMatchObject({ status: 'processing', text: goodBody.text, creditCost: 2 });
  });

  it('is only accepted if it is deleted meanwhile', async () => {
    const { records } = world.services;
    const before = records.size;
    const answer = submit({ query: '?wait=30' });
    const [id] = await nextCheck(before);
    await expect.poll(() => world.services.hasJob(id)).toBe(true);
    records.delete(id);
    const { status, body } = await answer;
    expect([status, body.data]).toEqual([
      201,
      { id, object: us.objects.textCheck, status: 'processing', creditCost: 2 },
    ]);
  });

  it('waits on the main site too', async () => {
    const sent = { url: '/v1/text/checks', by: mainKey, payload: mainBody, query: '?wait=30' };
    const { body } = await submitEnding(sent, () => undefined);
    expect(mainContract.createTextCheck.responses[201].parse(body)).toEqual(body);
    expect(body.data).toMatchObject({ status: 'completed', text: mainBody.text, creditCost: 2 });
  });

  it.each(['31', '-1', '1.5', 'x', '', '1&wait=2'])('is refused with wait=%s', async (wait) => {
    const before = world.services.records.size;
    const { status, body } = await submit({ query: `?wait=${wait}` });
    expect([status, body.error]).toEqual([400, 'wait must be a whole number from 0 to 30']);
    expect(body.issues).toEqual([{ path: 'wait', message: body.error }]);
    expect(world.services.records.size).toBe(before);
  });
});

describe('the header Prefer', () => {
  it('has the answer wait, and is confirmed', async () => {
    const { headers, body } = await submitEnding({ headers: { prefer: 'wait=30' } }, () => undefined);
    expect(headers['preference-applied']).toBe('wait=30');
    expect(body.data.status).toBe('completed');
  });

  it.each(['respond-async', 'wait=soon'])(
    'without a wait that can be read changes nothing: %s',
    async (prefer) => {
      const { status, headers, body } = await submit({ headers: { prefer } });
      expect([status, headers['preference-applied']]).toEqual([201, undefined]);
      expect(Object.keys(body.data)).toEqual(['id', 'object', 'status', 'creditCost']);
    },
  );

  it('gives way to the query', async () => {
    const { headers, body } = await submit({ query: '?wait=0', headers: { prefer: 'wait=30' } });
    expect([headers['preference-applied'], body.data.status]).toEqual([undefined, 'processing']);
  });
});

describe('a retry of a submission that waits', () => {
  it('waits anew for the same record, which is charged once', async () => {
    const headers = { 'idempotency-key': 'waits-anew' };
    const before = world.services.balance;
    const first = await submit({ query: '?wait=0', headers });
    const again = submit({ query: '?wait=30', headers });
    (world.services.records.get(first.body.data.id) ?? expect.unreachable()).status = 'completed';
    const { body, headers: answered } = await again;
    expect(answered['idempotent-replayed']).toBe('true');
    expect(body.data).toMatchObject({ id: first.body.data.id, status: 'completed', creditCost: 2 });
    expect(before - world.services.balance).toBe(2);
    const plain = await submit({ headers });
    expect(Object.keys(plain.body.data)).toEqual(['id', 'object', 'status', 'creditCost']);
  });

  it('finds one at once that ended before nobody heard of it', async () => {
    const replica = await world.startReplica({ env, verdictLimits: seldom });
    const headers = { 'idempotency-key': 'ended-before' };
    const first = await submit({ headers });
    (world.services.records.get(first.body.data.id) ?? expect.unreachable()).status = 'completed';
    const { body } = await submit({ replica, query: '?wait=30', headers });
    expect(body.data.status).toBe('completed');
  });
});

describe('requests that wait', () => {
  it('are so many at most; one more is answered at once', async () => {
    const replica = await world.startReplica({
      env: { ...env, SUBMISSION_WAITS_MAX: '1' },
      verdictLimits: often,
    });
    const before = world.services.records.size;
    const waiting = submit({ replica, query: '?wait=30' });
    const [id, record] = await nextCheck(before);
    await expect.poll(() => world.services.hasJob(id)).toBe(true);
    const { status, body } = await submit({ replica, query: '?wait=30' });
    expect([status, body.data.status]).toEqual([201, 'processing']);
    record.status = 'completed';
    expect((await waiting).body.data).toMatchObject({ id, status: 'completed' });
  });

  it('have no place among those that are worked on', async () => {
    const replica = await world.startReplica({ env: { ...env, MAX_IN_FLIGHT: '1' }, verdictLimits: often });
    const before = world.services.records.size;
    const waiting = submit({ replica, query: '?wait=30' });
    const [id, record] = await nextCheck(before);
    const read = () => send(replica.http, key, { url: `${path}/${id}` });
    await expect.poll(async () => (await read()).status).toBe(200);
    record.status = 'completed';
    expect((await waiting).body.data).toMatchObject({ id, status: 'completed' });
    expect((await read()).status).toBe(200);
  });
});

describe('a rewrite that is waited for', () => {
  it.each(['us', 'main'] as const)('is answered with its check on %s', async (site) => {
    const place = site === 'us' ? {} : { url: '/v1/text/checks', by: mainKey, payload: mainBody };
    const { body } = await submitEnding({ ...place, query: '?wait=30' }, () => undefined);
    const { id } = body.data;
    const replica = await world.startReplica({ env, verdictLimits: seldom });
    const url = `${place.url ?? path}/${id}/fix`;
    const answer = post({ replica, url, query: '?wait=30', ...(place.by && { by: place.by }) });
    const { rewrites } = world.services;
    const own = () => [...rewrites].find(([, { checkId }]) => checkId === id);
    await expect.poll(own).toBeTruthy();
    const [operationId, rewrite] = own() ?? expect.unreachable();
    await expect.poll(() => world.services.hasJob(operationId)).toBe(true);
    rewrite.status = 'failed';
    broadcast(world.bus, textEndedBroadcast, { id: operationId });
    const { status, body: answered } = await answer;
    expect(status).toBe(201);
    const { fixTextCheck } = site === 'us' ? contract : mainContract;
    expect(fixTextCheck.responses[201].parse(answered)).toEqual(answered);
    const fixStatus = site === 'us' ? 'failed' : null;
    expect(answered.data).toMatchObject({ id, status: 'completed', fixStatus, creditCost: 2 });
  });
});
