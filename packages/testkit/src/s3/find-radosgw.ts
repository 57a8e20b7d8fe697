import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf, unpackPackages } from '../debian/unpack-packages.ts';
import type { Log } from '../log.ts';
import { ServerError } from '../server-error.ts';

/** Ceph's programs with what they need, unpacked. */
export interface CephPrograms {
  readonly programsDir: string;
  /** Where they find their libraries. */
  readonly libraryPath: string;
  /** Holds `rados-classes` and `ceph`, which they load while they run. */
  readonly librariesDir: string;
}

const packages = ['radosgw', 'ceph-mon', 'ceph-osd'];
/** The libraries, and the tools that make a cluster; not the package of Python programs, nor what handles real disks. */
const needed = /^(lib|ceph-(base|common)$)/;

/**
 * Ceph's S3 gateway, from Debian's packages; they are fetched once.
 * @throws ServerError with what to do when they cannot be had
 */
export async function findRadosgw(cacheDir: string, log: Log): Promise<CephPrograms> {
  const folder = join(cacheDir, 'ceph-debian');
  try {
    await access(folder).catch(async () => {
      await unpackPackages({ packages, needed }, folder);
      log(`radosgw was taken from Debian's packages into ${folder}`);
    });
    return await programsIn(folder);
  } catch (error) {
    const advice = 'set S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or run a container engine';
    throw new ServerError(
      `no S3 server, and Debian’s radosgw could not be fetched: ${advice} (${reasonOf(error)})`,
      { cause: error },
    );
  }
}

async function programsIn(folder: string): Promise<CephPrograms> {
  // The folder is named for the processor, as in x86_64-linux-gnu.
  const triple = (await readdir(join(folder, 'usr', 'lib'))).find((name) => name.endsWith('-linux-gnu'));
  if (!triple) throw new Error('the packages hold no libraries');
  const librariesDir = join(folder, 'usr', 'lib', triple);
  return {
    programsDir: join(folder, 'usr', 'bin'),
    libraryPath: [librariesDir, join(librariesDir, 'ceph'), join(folder, 'lib', triple)].join(':'),
    librariesDir,
  };
}
