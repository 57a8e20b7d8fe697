import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../process/free-port.ts';
import { type LocalServer, localServer } from '../process/local-server.ts';
import { privileged } from '../process/privileges.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';
import { ServerError } from '../server-error.ts';
import { type CephPlace, cephConfig } from './ceph-config.ts';
import type { CephPrograms } from './find-radosgw.ts';

const run = promisify(execFile);
const toolTimeoutMs = 20_000;
/** Creates the pools of the gateway as well, and waits for the store. */
const userTimeoutMs = 60_000;
const startTimeoutMs = 60_000;
const stopTimeoutMs = 10_000;

/** A gateway of ours; what it holds is in memory and goes with it. */
export interface Radosgw {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly dispose: () => Promise<void>;
}

/**
 * Starts Ceph's S3 gateway over a monitor and a store in memory (145 MB in all), on the loopback interface.
 * @throws ServerError or the error of a tool
 */
export async function startRadosgw(programs: CephPrograms): Promise<Radosgw> {
  const dataDir = await temporaryFolder();
  const place: CephPlace = {
    dataDir,
    clusterId: randomUUID(),
    monitorPort: await freePort(),
    httpPort: await freePort(),
  };
  const started: LocalServer[] = [];
  const dispose = async () => {
    for (const server of started.splice(0).reverse()) await server.dispose();
  };
  try {
    const keys = await startCluster(programs, place, started);
    return { endpoint: `http://127.0.0.1:${place.httpPort}`, ...keys, dispose };
  } catch (error) {
    await dispose();
    if (error instanceof ServerError) throw error;
    throw new ServerError(`radosgw did not start: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

async function startCluster(
  programs: CephPrograms,
  place: CephPlace,
  started: LocalServer[],
): Promise<Pick<Radosgw, 'accessKeyId' | 'secretAccessKey'>> {
  const { dataDir, clusterId, monitorPort, httpPort } = place;
  const config = join(dataDir, 'ceph.conf');
  const env = { LD_LIBRARY_PATH: programs.libraryPath };
  const tool = (name: string, args: readonly string[], timeout = toolTimeoutMs) =>
    run(join(programs.programsDir, name), [...args], { timeout, env: { ...process.env, ...env } });
  const start = async (name: string, args: readonly string[], ready: () => Promise<void>) => {
    const command = join(programs.programsDir, name);
    const server = localServer({
      name,
      commandLine: privileged(command, ['-c', config, '-f', ...args], { deathSignal: 'KILL' }),
      env,
      logFile: join(dataDir, `${name}.log`),
      // The first one to be started is the last to be disposed of.
      temporaryData: started.length === 0 ? dataDir : undefined,
      ready,
      stopSignal: 'SIGTERM',
      startTimeoutMs,
      stopTimeoutMs,
    });
    started.push(server);
    await server.start();
  };
  for (const folder of ['mon', 'osd']) await mkdir(join(dataDir, folder));
  await writeFile(config, cephConfig(programs, place));
  const maps = { monitors: join(dataDir, 'monmap'), stores: join(dataDir, 'osdmap') };
  const address = `[v2:127.0.0.1:${monitorPort}]`;
  await tool('monmaptool', ['--create', '--addv', 'a', address, '--fsid', clusterId, maps.monitors]);
  await tool('osdmaptool', ['-c', config, '--createsimple', '1', maps.stores]);
  const monitor = ['--mkfs', '-i', 'a', '--monmap', maps.monitors, '--osdmap', maps.stores];
  await tool('ceph-mon', ['-c', config, ...monitor]);
  await start('ceph-mon', ['-i', 'a'], () => answers(monitorPort));
  await tool('ceph-osd', ['-c', config, '-i', '0', '--mkfs', '--osd-uuid', randomUUID()]);
  // Whether it answers is learned by what is asked of it next.
  await startStore(start);
  const keys = { accessKeyId: 'test', secretAccessKey: randomUUID() };
  const user = ['--uid', 'test', '--display-name', 'test', '--access-key', keys.accessKeyId];
  const create = ['-c', config, 'user', 'create', ...user, '--secret-key', keys.secretAccessKey];
  await tool('radosgw-admin', create, userTimeoutMs);
  await start('radosgw', ['-n', 'client.rgw'], () => answers(httpPort));
  return keys;
}

type Start = (name: string, args: readonly string[], ready: () => Promise<void>) => Promise<void>;

async function startStore(start: Start): Promise<void> {
  let asked = 0;
  await start('ceph-osd', ['-i', '0'], async () => {
    asked += 1;
    // The first question comes before the start, and a yes would mean that a stranger is there.
    if (asked === 1) throw new Error('not started');
  });
}

async function answers(port: number): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port });
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}
