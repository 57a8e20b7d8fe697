import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  answerOf,
  formOf,
  owner,
  type Policy,
  png,
  setUpUploads,
  type UploadWorld,
} from './uploads-fixtures.ts';

const opened: { readonly dispose: () => Promise<void> }[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const { dispose } of opened.splice(0)) await dispose();
});

const [stranger, honest] = ['192.0.2.1', '198.51.100.7'];
const boundary = 'x-boundary';
const head = (network: string, length = 900_000) =>
  [
    'POST /uploads HTTP/1.1',
    'Host: a',
    `X-Client-Network: ${network}`,
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    `Content-Length: ${length}`,
    '\r\n',
  ].join('\r\n');
const field = (name: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const fieldsOf = ({ key, policy, accessKeyId, signature }: Policy) =>
  Object.entries({ key, policy, StoreAccessKeyId: accessKeyId, signature })
    .map(([name, value]) => field(name, value))
    .join('');
const fileHead = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`;

async function open(options: Parameters<typeof setUpUploads>[0] = {}) {
  const world = await setUpUploads(options);
  opened.push(world);
  let requests = 0;
  world.http.server.on('request', () => {
    requests += 1;
  });
  /** Sends the beginning of a form, waits until it has arrived, and leaves it at that. */
  const begin = async (network: string, ...parts: readonly (string | Uint8Array)[]) => {
    const socket = connect(Number(new URL(world.origin).port), '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    const before = requests;
    const answer = once(socket, 'data').then(([data]) => String(data));
    answer.catch(() => undefined);
    socket.write(head(network));
    for (const part of parts) socket.write(part);
    await expect.poll(() => requests).toBeGreaterThan(before);
    return { socket, answer };
  };
  const upload = async (network: string, policy: Policy, sizeBytes = 1_000) => {
    const response = await fetch(`${world.origin}/uploads`, {
      method: 'POST',
      body: formOf(policy, png(sizeBytes), { key: `${policy.dir}a.png` }),
      headers: { 'x-client-network': network },
    });
    const { status, headers, body } = await answerOf(response);
    return { status, retryAfter: headers.get('retry-after'), body };
  };
  return { ...world, begin, upload };
}

const leavesNothing = async ({ db, parts }: Pick<UploadWorld, 'db' | 'parts'>) => {
  await expect.poll(parts).toBe(0);
  await expect.poll(() => db.selectFrom('uploads').select('key').execute()).toEqual([]);
};

const statusOf = (answer: string) => Number(answer.split(' ', 2)[1]);

describe('forms that nobody has signed', () => {
  it('keep no upload out, however many there are and however long they take', async () => {
    const world = await open({ limits: { uploadsMax: 2, formsMax: 6, perClientMax: 4 } });
    const first = await world.begin(stranger);
    for (let form = 1; form < 4; form += 1) {
      await world.begin(stranger, field('key', 'x').slice(0, 10 * form));
    }
    expect(await (await world.begin(stranger)).answer).toMatch(
      /^HTTP\/1\.1 429 .*retry-after: 5.*rate_limited/s,
    );
    for (let form = 0; form < 4; form += 1) await world.begin(`203.0.113.${form}`);
    expect(await first.answer).toMatch(/^HTTP\/1\.1 429 .*retry-after: 1.*gave way/s);
    expect((await world.upload(honest, await world.policy('image'))).status).toBe(201);
  });

  it('have a time for their fields', async () => {
    const world = await open({ limits: { fieldsTimeoutMs: 200 } });
    const { answer } = await world.begin(stranger, field('key', 'x'));
    expect(await answer).toMatch(/^HTTP\/1\.1 408 .*"code":"invalid_request"/s);
  });

  it('have a length of their fields', async () => {
    const world = await open();
    const { answer } = await world.begin(stranger, 'x'.repeat(200_000));
    expect(await answer).toMatch(/^HTTP\/1\.1 400 .*at most 65536 bytes/s);
  });

  it('hold no slot of an upload when their policy is forged', async () => {
    const world = await open({ limits: { uploadsMax: 1 } });
    const policy = await world.policy('image');
    const forged = { ...policy, signature: Buffer.alloc(32).toString('base64') };
    const { answer } = await world.begin(stranger, fieldsOf(forged), fileHead, png(100));
    expect(statusOf(await answer)).toBe(401);
    expect((await world.upload(honest, policy)).status).toBe(201);
  });
});

describe('uploads', () => {
  it('that are sent too slowly end with 408 and leave nothing', async () => {
    const world = await open({ limits: { rate: { bytesPerSecond: 1_000_000, windowMs: 300 } } });
    const policy = await world.policy('image');
    const { socket, answer } = await world.begin(stranger, fieldsOf(policy), fileHead, png(50_000));
    await expect.poll(world.parts).toBe(1);
    const trickle = setInterval(() => socket.write(Buffer.alloc(100)), 20);
    expect(await answer.finally(() => clearInterval(trickle))).toMatch(
      /^HTTP\/1\.1 408 .*less than 1000000 bytes a second/s,
    );
    await leavesNothing(world);
    expect((await world.upload(honest, policy)).status).toBe(201);
  });

  it('that a server which must end cannot wait for are told to try again, and leave nothing', async () => {
    const closing = { ending: new AbortController().signal, closeMs: 1_500 };
    const world = await open({ closing });
    const policy = await world.policy('image');
    const waiting = await world.begin(stranger);
    const { answer } = await world.begin(stranger, fieldsOf(policy), fileHead, png(50_000));
    await expect.poll(world.parts).toBe(1);
    await world.http.close();
    for (const told of [await answer, await waiting.answer]) {
      expect(told).toMatch(/^HTTP\/1\.1 500 .*retry-after: 1.*is being restarted/s);
    }
    await leavesNothing(world);
  });

  it('are not slow because the store is', async () => {
    const limits = { rate: { bytesPerSecond: 1_000_000, windowMs: 100 } };
    const world = await open({
      limits,
      change: (deps) => ({
        ...deps,
        blobs: {
          ...deps.blobs,
          put: async (...args) => {
            const startMs = performance.now();
            await expect.poll(() => performance.now() - startMs).toBeGreaterThan(2 * limits.rate.windowMs);
            return deps.blobs.put(...args);
          },
        },
      }),
    });
    expect((await world.upload(honest, await world.policy('image'), 3_000_000)).status).toBe(201);
  });

  it('of one client, and of one account, leave slots for others', async () => {
    const world = await open({ limits: { uploadsMax: 4, perClientMax: 2 } });
    const policy = await world.policy('image');
    const begin = async (network: string, name: string) => {
      await world.begin(network, fieldsOf({ ...policy, key: `${policy.dir}${name}` }), fileHead, png(9_000));
    };
    await begin(stranger, '1.png');
    await begin(stranger, '2.png');
    await expect.poll(world.parts).toBe(2);
    const full = { status: 429, retryAfter: '5', body: { success: false, code: 'rate_limited' } };
    const others = await world.policy('image', null, { ...owner, accountId: 'acct_2' });
    expect(await world.upload(stranger, others)).toMatchObject(full);
    const answer = await world.upload(honest, policy);
    expect(answer).toMatchObject(full);
    expect(answer.body.error).toContain('this account');
    expect((await world.upload(honest, others)).status).toBe(201);
  });
});
