import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '@redline/fault/random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClient } from '../src/client.ts';
import type { World } from '../src/flows.ts';
import { mixes } from '../src/mix.ts';
import { runAtRate } from '../src/run-rate.ts';

/** An API that takes its time for a submission and answers the first poll with a verdict. */
const answerMs = 300;
let server: Server;
let apiUrl: string;
const send = (data: object) => JSON.stringify({ success: true, data });

beforeAll(async () => {
  let number = 0;
  server = createServer(async (request, response) => {
    const isSubmission = request.method === 'POST';
    request.resume();
    if (isSubmission) await sleep(answerMs);
    const record = { id: `text_${++number}`, status: isSubmission ? 'processing' : 'completed' };
    response.writeHead(isSubmission ? 201 : 200, { 'content-type': 'application/json' });
    response.end(send({ ...record, updatedAt: new Date().toISOString() }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function runWith(inFlightMax: number) {
  const random = createRandom(7);
  const client = openClient(apiUrl);
  const of = (siteId: 'us' | 'id' | 'main') => [{ siteId, key: 'a key' }];
  const world: World = {
    apiUrl,
    client,
    customers: { us: of('us'), id: of('id'), main: of('main') },
    random,
    material: { textOf: () => 'A lamp of oak, made by hand.', random },
    files: undefined,
    reportable: [],
    picture: undefined,
    inFlightMax,
    accepted: { checks: 0 },
  };
  const options = { mix: mixes.texts, rate: 60, seconds: 2, warmupSeconds: 0, references: undefined };
  const result = await runAtRate(world, { ...options, isOver: () => false });
  client.close();
  return { ...result, accepted: world.accepted.checks };
}

describe('the open model', () => {
  it('sends at its rate to a product that is slow, and follows each check to its verdict', async () => {
    const { recorder, begun, accepted } = await runWith(1_000);
    // 120 expected; the draw of this seed is the same each time.
    expect(begun).toBeGreaterThan(90);
    expect([...recorder.errors()]).toEqual([]);
    expect(accepted).toBe(begun);
    expect(recorder.timesOf('POST text')?.p50Ms).toBeGreaterThanOrEqual(answerMs - 5);
    for (const name of ['verdict text', 'seen text']) expect(recorder.timesOf(name)?.count).toBe(begun);
  });

  it('drops and counts what would be too much in flight, and keeps its rate', async () => {
    const [all, few] = [await runWith(1_000), await runWith(3)];
    const dropped = few.recorder.errors().get('text dropped') ?? 0;
    expect(few.begun).toBe(all.begun);
    expect(dropped).toBeGreaterThan(few.begun / 2);
    expect(few.accepted).toBe(few.begun - dropped);
  });
});
