import { join } from 'node:path';
import type { CephPrograms } from './find-radosgw.ts';

export interface CephPlace {
  readonly dataDir: string;
  readonly clusterId: string;
  readonly monitorPort: number;
  readonly httpPort: number;
}

/** Held in memory, so a test that fills it is told so instead of the machine. */
const storeBytes = 2 * 1024 ** 3;

/** Configuration of a cluster of one monitor and one store in memory, on loopback and without authentication inside. */
export function cephConfig({ librariesDir }: CephPrograms, place: CephPlace): string {
  const { dataDir, clusterId, monitorPort, httpPort } = place;
  // Without authentication the encrypted mode, which is the default for some connections, hangs.
  const plain = ['mon cluster', 'mon service', 'mon client', 'cluster', 'service', 'client'];
  const lines = [
    '[global]',
    `fsid = ${clusterId}`,
    `mon host = v2:127.0.0.1:${monitorPort}`,
    'mon initial members = a',
    'public addr = 127.0.0.1',
    'cluster addr = 127.0.0.1',
    ...['cluster', 'service', 'client'].map((who) => `auth ${who} required = none`),
    ...plain.map((who) => `ms ${who} mode = crc`),
    `mon data = ${join(dataDir, 'mon')}`,
    `osd data = ${join(dataDir, 'osd')}`,
    `keyring = ${join(dataDir, 'keyring')}`,
    `run dir = ${dataDir}`,
    'admin socket =',
    'pid file =',
    'log file =',
    'log to file = false',
    'mon cluster log to file = false',
    // One store: nothing is kept twice.
    'osd pool default size = 1',
    'osd pool default min size = 1',
    'osd pool default pg num = 1',
    'osd pool default pgp num = 1',
    'osd pool default pg autoscale mode = off',
    'osd crush chooseleaf type = 0',
    'mon allow pool size one = true',
    'mon max pg per osd = 1000',
    'osd objectstore = memstore',
    `memstore device bytes = ${storeBytes}`,
    `osd class dir = ${join(librariesDir, 'rados-classes')}`,
    `erasure code dir = ${join(librariesDir, 'ceph', 'erasure-code')}`,
    `plugin dir = ${join(librariesDir, 'ceph')}`,
    // The gateway makes eight pools; at the default of a second for each step the start takes 12 s instead of 3.
    'paxos propose interval = 0.05',
    'paxos min wait = 0.01',
    `rgw frontends = beast endpoint=127.0.0.1:${httpPort}`,
    'rgw dns name = 127.0.0.1',
    'rgw enable gc threads = false',
    'rgw enable lc threads = false',
    'rgw run sync thread = false',
  ];
  return `${lines.join('\n')}\n`;
}
