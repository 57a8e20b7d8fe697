import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { streams } from '@redline/contracts';
import type { FaultStack } from '@redline/fault';
import { privileged, serverIdentity } from '@redline/testkit/servers';
import type { Drill, DrillContext } from '../drill.ts';
import { hold, step } from '../drill.ts';
import { readyz, sayWarnings } from '../operate.ts';
import { underLoad } from '../under-load.ts';

const run = promisify(execFile);
/** Bytes for the stream of reports, and little more. */
const storeBytes = streams.reports.maxBytes + 16 * 1024 * 1024;
const fullMs = 6_000;
/** No file may be written past its start; Postgres takes this for a full disk. */
const noSpace = '4096';

/** First JetStream's store is full, then the disk of Postgres. */
export const diskFull: Drill = {
  section: 'A disk is full',
  run: (context) =>
    underLoad(context, {
      options: { natsConfig: `jetstream { max_file_store: ${storeBytes} }` },
      async during({ stack }) {
        await fillStreams(context, stack);
        await fillPostgres(context, stack);
      },
    }),
};

async function fillStreams(context: DrillContext, stack: FaultStack): Promise<void> {
  const { manager, jetstream } = stack.bus;
  await step(context, 'JetStream: its store is filled by a stream of somebody else', async () => {
    await manager.streams.add({ name: 'FILL', subjects: ['fill'] });
    const piece = new Uint8Array(512 * 1024);
    let written = 0;
    try {
      for (; written < 1_000; written++) await jetstream.publish('fill', piece);
    } catch (error) {
      context.say(`  after ${written} × 512 kB NATS says: ${error instanceof Error ? error.message : error}`);
    }
    hold(written < 1_000, 'the store fills up');
    await sleep(fullMs);
  });
  context.say(`  /readyz of the gateway: ${await readyz(stack, 'gateway')}`);
  for (const name of ['gateway', 'text-engine'] as const) await sayWarnings(stack, context, name);
  await step(context, 'JetStream: room is made', async () => {
    await manager.streams.delete('FILL');
    await sleep(fullMs);
  });
}

async function fillPostgres(context: DrillContext, stack: FaultStack): Promise<void> {
  const postgres = stack.servers.get('postgres');
  hold(postgres !== undefined, 'there is a Postgres');
  const { dataDir } = stack.postgresOf?.('billing') ?? { dataDir: '' };
  const owner = serverIdentity(dataDir);
  const as = owner ? { identity: owner } : {};
  const limit = async (to: string) => {
    for (const pid of await family(postgres.pid())) {
      const args = ['--pid', String(pid), `--fsize=${to}:`];
      const { command, args: all, identity = {} } = privileged('prlimit', args, as);
      // It may have ended meanwhile; the first one has not.
      await run(command, [...all], identity).catch((error: unknown) => {
        if (pid === postgres.pid()) throw error;
      });
    }
  };
  await step(context, 'Postgres: no process of it may make a file larger', async () => {
    await limit(noSpace);
    await sleep(fullMs);
  });
  context.say(`  Postgres runs: ${postgres.pid() !== undefined}`);
  context.say(`  /readyz of billing: ${await readyz(stack, 'billing')}`);
  for (const name of ['billing', 'gateway'] as const) await sayWarnings(stack, context, name);
  const log = await readFile(`${stack.folder}/postgres.log`, 'utf8');
  const reasons = log.split('\n').filter((line) => /PANIC|No space|too large/.test(line));
  for (const line of [
    ...new Set(reasons.map((one) => one.replace(/^.*?(PANIC|FATAL|ERROR|LOG):/, '$1:'))),
  ].slice(0, 4)) {
    context.say(`  log of Postgres: ${line}`);
  }
  hold(postgres.pid() === undefined, 'Postgres ends rather than lose a commit');
  await step(context, 'Postgres: there is room again, and it is started', async () => {
    await limit('unlimited');
    await postgres.start();
  });
}

/** The process and all of its children. */
async function family(pid: number | undefined): Promise<readonly number[]> {
  if (pid === undefined) return [];
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = await Promise.all(
    all.map(async (name) => {
      const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
      return [Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const;
    }),
  );
  return [pid, ...parents.filter(([, parent]) => parent === pid).map(([child]) => child)];
}
