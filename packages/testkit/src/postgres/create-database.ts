import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A database of one test file alone. */
export interface TestDatabase {
  readonly url: string;
  readonly dispose: () => Promise<void>;
}

async function admin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Makes an empty database with a name nobody else has.
 * @param adminUrl a connection that may create databases
 * @param purpose the first part of its name, for whoever reads `pg_stat_activity`
 */
export async function createDatabase(adminUrl: string, purpose = 'test'): Promise<TestDatabase> {
  const name = `${purpose.replaceAll(/\W/g, '_')}_${randomUUID().replaceAll('-', '')}`;
  await admin(adminUrl, `create database ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return { url: url.href, dispose: () => admin(adminUrl, `drop database if exists ${name} with (force)`) };
}
