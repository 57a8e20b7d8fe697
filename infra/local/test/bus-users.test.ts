import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  billingRequests,
  gatewayRequests,
  imageEndedBroadcast,
  imageJob,
  keyRevokedBroadcast,
  rewriteJob,
  streams,
  textEvents,
  textJob,
  textRequests,
} from '@redline/contracts';
import { type BusUserName, busUserNames, createBusAccess } from '@redline/contracts/bus-users';
import {
  type Bus,
  broadcast,
  call,
  connectBus,
  consumeEvents,
  consumeJobs,
  deadLetter,
  ensureStreams,
  hasMessage,
  listDead,
  publishJob,
  replayDead,
  serve,
  subscribe,
} from '@redline/service-kit/bus';
import { createLogger } from '@redline/service-kit/log';
import { startNats, testServers, waitFor } from '@redline/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const access = createBusAccess(() => randomBytes(18).toString('base64url'));
const folder = mkdtempSync(join(tmpdir(), 'redline-bus-users-'));
const logFile = join(folder, 'nats.log');
const nats = await startNats({ binary: testServers().natsServerBinary, config: access.config, logFile });
const lines: string[] = [];
const log = createLogger({
  service: 'test',
  level: 'info',
  destination: { write: (line) => void lines.push(line) },
});

const connectAs = (user: BusUserName, connectTimeoutMs?: number) =>
  connectBus({
    url: access.urlOf(nats.url, user),
    name: user,
    log,
    ...(connectTimeoutMs === undefined ? {} : { connectTimeoutMs }),
  });

const users = {} as Record<BusUserName, Bus>;
const refusedTo = new Map<Bus, string[]>();

async function collectRefusals(bus: Bus): Promise<void> {
  const found: string[] = [];
  refusedTo.set(bus, found);
  for await (const event of bus.connection.status())
    if (event.type === 'error') found.push(event.error.message);
}

beforeAll(async () => {
  for (const name of busUserNames) {
    users[name] = await connectAs(name);
    void collectRefusals(users[name]);
  }
  await ensureStreams(users.provisioner, streams);
});
afterAll(async () => {
  for (const bus of Object.values(users)) await bus.close();
  await nats.dispose();
  await rm(folder, { recursive: true });
});

const services = busUserNames.filter((name) => name !== 'operator' && name !== 'provisioner');
const grant = {
  accountId: 'acct_1',
  siteId: 'us',
  bucket: 'booster',
  amount: 1_000,
  expiresAt: null,
} as const;
const job = (id: string) => ({
  version: 1 as const,
  id,
  scope: { accountId: 'acct_1', siteId: 'us' as const, tenantId: '' },
  requestId: 'req_1',
  charged: 1,
});
const refused = { code: 'refused', delivered: 'no' };

/** Returns what the server has told this user that it may not do, once it has answered all that was sent. */
async function refusals(bus: Bus, act: () => void): Promise<readonly string[]> {
  const said = refusedTo.get(bus) ?? [];
  const before = said.length;
  act();
  await bus.connection.flush();
  await setImmediate();
  return said.slice(before);
}

describe('a bus with users', () => {
  it('refuses who is none of them, and who has the wrong password, with a sentence', async () => {
    const url = new URL(access.urlOf(nats.url, 'gateway'));
    url.password = 'guessed';
    const attempt = (address: string) =>
      connectBus({ url: address, name: 'stranger', log, connectTimeoutMs: 100 });
    await expect(attempt(nats.url)).rejects.toThrow(
      /^NATS_URL: the NATS server at 127\.0\.0\.1:\d+ refuses clients without a user$/,
    );
    await expect(attempt(url.href)).rejects.toThrow(
      /^NATS_URL: the NATS server at 127\.0\.0\.1:\d+ refuses the user gateway, or its password$/,
    );
  });

  it('keeps its passwords from everybody but the owner of its files', async () => {
    expect(access.config).not.toContain('password: ""');
    const passwords = new Set([...access.config.matchAll(/password: "(.+?)"/g)].map(([, it]) => it));
    expect(passwords.size).toBe(busUserNames.length);
  });
});

describe.each(services)('the user of %s', (name) => {
  it('grants no credits and makes no keys: the call fails at once, before anybody hears of it', async () => {
    await expect(call(users[name], billingRequests.creditsGrant, grant)).rejects.toMatchObject(refused);
    await expect(
      call(users[name], gatewayRequests.keyCreate, {
        accountId: 'acct_1',
        siteId: 'us',
        expiresAt: null,
        force: true,
      }),
    ).rejects.toMatchObject(refused);
  });

  it('hears nobody else: no other inbox, no requests, no events, not everything', async () => {
    const subjects = ['>', 'rpc.>', 'event.>', 'job.>', '_INBOX.>', '$JS.>'];
    const others = busUserNames.filter((other) => other !== name).map((other) => `_INBOX_${other}.>`);
    for (const subject of [...subjects, ...others]) {
      const found = await refusals(users[name], () => void users[name].connection.subscribe(subject));
      expect([subject, found]).toEqual([subject, [expect.stringContaining(`Subscription to "${subject}"`)]]);
    }
  });

  it('changes, empties and deletes no stream and no consumer of another', async () => {
    const { manager } = users[name];
    await expect(manager.streams.delete('JOBS')).rejects.toThrow(/permissions violation/i);
    await expect(manager.streams.purge('JOBS')).rejects.toThrow(/permissions violation/i);
    await expect(manager.streams.add({ name: 'MINE', subjects: ['mine.>'] })).rejects.toThrow(
      /permissions violation/i,
    );
    await expect(
      manager.consumers.add('EVENTS', { durable_name: 'spy', filter_subject: 'event.>' }),
    ).rejects.toThrow(/permissions violation/i);
    await expect(manager.consumers.delete('JOBS', 'text-engine')).rejects.toThrow(/permissions violation/i);
  });
});

describe('what belongs to one service', () => {
  it('is published by no other: its events, its jobs, its broadcasts', async () => {
    const { connection } = users.billing;
    for (const subject of [textEvents.failed.subject, textJob.subjectOf('x'), imageEndedBroadcast.subject]) {
      const found = await refusals(users.billing, () => connection.publish(subject, '{}'));
      expect(found).toEqual([expect.stringContaining(`Publish to "${subject}"`)]);
    }
    const options = { msgId: 'i1', timeoutMs: 3_000 };
    await expect(publishJob(users.report, imageJob, 'i1', job('i1'), options)).rejects.toMatchObject(refused);
  });

  it('is served in its own queue only', async () => {
    const { connection } = users.billing;
    const { subject } = billingRequests.charge;
    expect(await refusals(users.billing, () => void connection.subscribe(subject))).toHaveLength(1);
    expect(
      await refusals(users.billing, () => void connection.subscribe(subject, { queue: 'other' })),
    ).toHaveLength(1);
    const own = connection.subscribe(subject, { queue: 'billing' });
    expect(await refusals(users.billing, () => undefined)).toEqual([]);
    own.unsubscribe();
  });

  it('a refusal is one line of the log that says who may not do what', () => {
    const line = lines
      .map((text) => JSON.parse(text))
      .find(({ subject }) => subject === textEvents.failed.subject);
    expect(line).toMatchObject({
      level: 'error',
      operation: 'publish',
      msg: 'NATS does not allow this user to do that',
    });
  });
});

describe('a service that was taken over', () => {
  const granted: unknown[] = [];
  beforeAll(() => {
    const handler = async (request: unknown) => {
      granted.push(request);
      return { outcome: 'granted', grantId: 'grant_1', balance: 0 } as const;
    };
    serve(users.billing, billingRequests.creditsGrant, handler, { queue: 'billing', concurrency: 4 });
    return users.billing.connection.flush();
  });

  it('cannot let a consumer deliver a message of its own as a request', async () => {
    const bus = users['text-engine'];
    await bus.jetstream.publish(rewriteJob.subjectOf('forged'), JSON.stringify(grant));
    const running = await consumeJobs(bus, rewriteJob, async () => undefined, {
      durable: 'text-engine-rewrites',
      concurrency: 1,
    });
    await running.stop();
    await bus.jetstream.publish(rewriteJob.subjectOf('forged2'), JSON.stringify(grant));
    bus.connection.publish(
      '$JS.API.CONSUMER.MSG.NEXT.JOBS.text-engine-rewrites',
      JSON.stringify({ batch: 5, expires: 2e9 }),
      { reply: billingRequests.creditsGrant.subject },
    );
    await waitFor(() => lines.some((line) => line.includes('dropped what is no request')), {
      timeoutMs: 10_000,
    });
    expect(granted).toEqual([]);
  });

  it('cannot have an answer sent to a subject that is not its own inbox', async () => {
    const handler = async () => ({ outcome: 'not_found' as const });
    const running = serve(users.billing, billingRequests.account, handler, {
      queue: 'billing',
      concurrency: 4,
    });
    await users.billing.connection.flush();
    const before = lines.filter((line) => line.includes('dropped what is no request')).length;
    const asked = { accountId: 'acct_1', siteId: 'us' };
    users.gateway.connection.publish(billingRequests.account.subject, JSON.stringify(asked), {
      reply: '$JS.API.STREAM.PURGE.JOBS',
    });
    const dropped = () => lines.filter((line) => line.includes('dropped what is no request')).length;
    await waitFor(() => dropped() > before, { timeoutMs: 10_000 });
    await running.stop();
    const foreign = await refusals(users.billing, () => {
      users.billing.connection.publish('$JS.API.STREAM.PURGE.JOBS', '{}');
    });
    expect(foreign).toHaveLength(1);
  });
});

describe('the work of every service', () => {
  it('goes on: requests, jobs, events, broadcasts, and what is dead', async () => {
    const gateway = users.gateway;
    const engine = users['text-engine'];
    const served = serve(engine, textRequests.delete, async () => ({ outcome: 'not_found' as const }), {
      queue: 'text-engine',
      concurrency: 4,
    });
    await engine.connection.flush();
    const scope = job('t1').scope;
    expect(await call(gateway, textRequests.delete, { scope, id: 't1' })).toEqual({ outcome: 'not_found' });

    const worked: string[] = [];
    const working = await consumeJobs(
      engine,
      textJob,
      async ({ id }, { working: extend }) => {
        extend();
        worked.push(id);
      },
      { durable: 'text-engine', concurrency: 2 },
    );
    await publishJob(gateway, textJob, 't1', job('t1'), { msgId: 't1', timeoutMs: 3_000 });
    await waitFor(() => worked.includes('t1'), { timeoutMs: 10_000 });
    await waitFor(async () => !(await hasMessage(engine, 'JOBS', textJob.subjectOf('t1'))), {
      timeoutMs: 10_000,
    });

    const heard: string[] = [];
    const following = await consumeEvents(
      users.billing,
      textEvents.failed,
      async ({ id }) => void heard.push(id),
      { durable: 'billing-text-failed', concurrency: 2 },
    );
    const event = {
      version: 1,
      id: 't1',
      scope,
      occurredAt: new Date().toISOString(),
      reason: 'never_taken',
    };
    await engine.jetstream.publish(textEvents.failed.subject, JSON.stringify(event));
    await waitFor(() => heard.includes('t1'), { timeoutMs: 10_000 });

    const keys: string[] = [];
    const hearing = subscribe(gateway, keyRevokedBroadcast, ({ keyId }) => void keys.push(keyId));
    await gateway.connection.flush();
    broadcast(gateway, keyRevokedBroadcast, { keyId: 'key_1' });
    await waitFor(() => keys.includes('key_1'), { timeoutMs: 10_000 });

    await deadLetter(users.billing, {
      subject: textEvents.failed.subject,
      payload: { ...event, id: 't2' },
      reason: 'tried in vain',
      attempts: 1,
      handler: 'billing-text-failed',
    });
    const dead = await listDead(users.operator, { limit: 10 });
    expect(dead.map(({ subject }) => subject)).toEqual([textEvents.failed.subject]);
    expect(await replayDead(users.operator, dead[0]?.sequence ?? 0)).toBe(true);
    await waitFor(() => heard.includes('t2'), { timeoutMs: 10_000 });
    await Promise.all([served, working, following, hearing].map((running) => running.stop()));
  });

  it('is told in the log of the server where it was refused', async () => {
    const text = await readFile(logFile, 'utf8');
    expect(text).toMatch(/Publish Violation.*User "billing"/);
    expect(text).toMatch(/Subscription Violation.*User "report"/);
  });
});
