import {
  type DebianProgram,
  type FindProgramOptions,
  findDebianProgram,
} from '../debian/find-debian-program.ts';

/**
 * Finds `pgbouncer` on the PATH or in the cache folder, else takes it from Debian's package.
 * @throws ServerError with what to do when there is none and none can be had
 */
export const findPgBouncer = (options?: FindProgramOptions): Promise<DebianProgram> =>
  findDebianProgram(
    {
      name: 'pgbouncer',
      versionFlag: '--version',
      versionPattern: /^PgBouncer (\S+)/,
      needed: /^lib(c-ares|event-)/,
    },
    options,
  );
