import {
  type DebianProgram,
  type FindProgramOptions,
  findDebianProgram,
} from '../debian/find-debian-program.ts';

const specOf = (name: 'prometheus' | 'promtool') =>
  ({
    name,
    package: 'prometheus',
    folder: 'bin',
    versionFlag: '--version',
    versionPattern: /version (\d[\d.]*)/,
    // Both are linked statically.
    needed: /^$/,
  }) as const;

/**
 * Finds `promtool`, which checks and tests rules, on the PATH or in the cache folder, else takes it from Debian's package
 * (20 MB).
 * @throws ServerError with what to do when there is none and none can be had
 */
export const findPromtool = (options?: FindProgramOptions): Promise<DebianProgram> =>
  findDebianProgram(specOf('promtool'), options);

/** Finds `prometheus` in the same way. */
export const findPrometheus = (options?: FindProgramOptions): Promise<DebianProgram> =>
  findDebianProgram(specOf('prometheus'), options);
