import { testServers, waitFor } from '@redline/testkit';
import { type NatsCluster, startNatsCluster } from '@redline/testkit/servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bus, connectBus, ensureStreams, publishJob } from '../src/bus/index.ts';
import { jobRow, quiet, streams } from './fixtures.ts';

const row = jobRow('clustered');
let cluster: NatsCluster;
let bus: Bus;

beforeAll(async () => {
  cluster = await startNatsCluster({ binary: testServers().natsServerBinary });
  bus = await connectBus({ url: cluster.urls, name: 'test', log: quiet, connectTimeoutMs: 30_000 });
  // Until the nodes have chosen a leader they refuse it.
  await waitFor(() => ensureStreams(bus, streams, { replicas: 3 }).then(() => true), {
    timeoutMs: 30_000,
    what: 'a cluster with a leader',
  });
}, 60_000);
afterAll(async () => {
  await bus.close();
  await cluster.dispose();
});

/** The node that leads the stream of jobs. */
async function leader() {
  const { cluster: info } = await bus.manager.streams.info('JOBS');
  const index = Number(info?.leader?.split('-')[1]) - 1;
  return cluster.nodes[index];
}

describe('a bus of three nodes', () => {
  it('takes each job once while a node dies that leads the stream, and goes on at the others', {
    timeout: 60_000,
  }, async () => {
    const accepted = new Set<string>();
    const refused = new Map<string, string>();
    const publish = async (id: string) => {
      try {
        await publishJob(bus, row, id, { id }, { msgId: id, timeoutMs: 15_000 });
        accepted.add(id);
      } catch (error) {
        refused.set(id, (error as { code: string }).code);
      }
    };
    const running: Promise<void>[] = [];
    let index = 0;
    const timer = setInterval(() => running.push(publish(String(index++))), 20);
    await expect.poll(() => accepted.size, { timeout: 20_000 }).toBeGreaterThan(50);
    const dying = await leader();
    await dying?.kill();
    const before = index;
    await expect.poll(() => accepted.has(String(before + 200)), { timeout: 40_000 }).toBe(true);
    clearInterval(timer);
    await Promise.all(running);
    // What was on its way to the node that died has no answer; what the connection could not send was not sent.
    expect([...new Set(refused.values())].filter((code) => code === 'no_responders')).toEqual([]);
    const { state } = await bus.manager.streams.info('JOBS', { subjects_filter: row.filterSubject });
    const stored = Object.entries(state.subjects ?? {});
    expect(stored.filter(([, count]) => count !== 1)).toEqual([]);
    const ids = new Set(stored.map(([subject]) => subject.split('.').at(-1)));
    expect([...accepted].filter((id) => !ids.has(id))).toEqual([]);
    await dying?.start();
  });
});
