import { createDatabase, type TestDatabase } from '../postgres/create-database.ts';

/** A database of one test file alone, with the service's tables, and the service's own pool of it. */
export interface MigratedDatabase<Db> extends TestDatabase {
  readonly db: Db;
}

export interface MigratedDatabaseOptions<Db> {
  /** A connection that may create databases. */
  readonly adminUrl: string;
  /** The first part of the database's name. */
  readonly purpose: string;
  /** Opens a pool as the service does. */
  readonly open: (url: string) => Db;
  readonly migrate: (db: Db) => Promise<unknown>;
}

/** Makes a database with a name nobody else has, and migrates it; `dispose` closes the pool and drops the database. */
export async function createMigratedDatabase<Db extends { readonly destroy: () => Promise<void> }>(
  options: MigratedDatabaseOptions<Db>,
): Promise<MigratedDatabase<Db>> {
  const database = await createDatabase(options.adminUrl, options.purpose);
  const migrator = options.open(database.url);
  await options.migrate(migrator);
  // A connection keeps the settings that it began with, and those of the role have just been written.
  await migrator.destroy();
  const db = options.open(database.url);
  return {
    db,
    url: database.url,
    async dispose() {
      await db.destroy();
      await database.dispose();
    },
  };
}
