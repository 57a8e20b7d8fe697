import {
  type DebianProgram,
  type FindProgramOptions,
  findDebianProgram,
} from '../debian/find-debian-program.ts';

/**
 * Finds `haproxy` on the PATH or in the cache folder, else takes it from Debian's package.
 * @throws ServerError with what to do when there is none and none can be had
 */
export const findHaproxy = (options?: FindProgramOptions): Promise<DebianProgram> =>
  findDebianProgram(
    { name: 'haproxy', versionFlag: '-v', versionPattern: /version (\d[\d.]*)/, needed: /^lib/ },
    options,
  );
