import { randomUUID } from 'node:crypto';
import { createDatabase, testServers, waitFor } from '@redline/testkit';
import { type Kysely, sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import {
  createDb,
  isDatabaseUnavailable,
  limitStatements,
  migrate,
  type SessionOptions,
  sessionSettings,
  waitForSettings,
} from '../src/db/index.ts';
import { migrationLimits } from '../src/db/run-migration.ts';
import { createLogger } from '../src/log/index.ts';
import { StartError } from '../src/shutdown/index.ts';

const parts: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of parts.reverse()) await close();
});

const connecting = (url: string) => ({ url, statementTimeoutMs: 20_000, applicationName: 'kit-test' });

function open(url: string): Kysely<object> {
  const db = createDb<object>({ ...connecting(url), poolMax: 4 });
  parts.push(() => db.destroy());
  return db;
}

/** A database that an ordinary role owns, as a service's does. */
async function serviceDatabase(): Promise<string> {
  const { postgresAdminUrl } = testServers();
  const role = `kit_${randomUUID().replaceAll('-', '')}`;
  const admin = open(postgresAdminUrl);
  await sql.raw(`create role ${role} login password '${role}'`).execute(admin);
  parts.push(() => sql.raw(`drop role ${role}`).execute(admin));
  const database = await createDatabase(postgresAdminUrl, 'kit_role');
  parts.push(database.dispose);
  const url = new URL(database.url);
  await sql.raw(`alter database ${url.pathname.slice(1)} owner to ${role}`).execute(admin);
  url.username = role;
  url.password = role;
  return url.href;
}

/** Migrates as the step of a release does: with connections of its own. */
async function migrateOnce(url: string, session: SessionOptions, migrations = {}) {
  const db = createDb<object>({ ...connecting(url), poolMax: 2 });
  try {
    return await migrate(db, migrations, { session });
  } finally {
    await db.destroy();
  }
}

const settingOf = async (db: Kysely<object>, name: string) =>
  (await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db)).rows[0]?.value;
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
/** The version of the row in which Postgres keeps the settings of the role. */
const versionOf = async (url: string) =>
  (
    await sql<{ version: string }>`select xmin::text as version from pg_db_role_setting
      where setdatabase = (select oid from pg_database where datname = current_database())`.execute(open(url))
  ).rows;

describe('the settings of a role', () => {
  it('bound the statements and locks of every connection that is opened after the migration', async () => {
    const url = await serviceDatabase();
    const before = open(url);
    await sql`create table held (id int)`.execute(before);
    await migrateOnce(url, { statementTimeoutMs: 300 });
    const db = open(url);
    const cancelled = await failureOf(sql`select pg_sleep(10)`.execute(db));
    expect(String(cancelled)).toMatch(/canceling statement due to statement timeout/);
    expect(isDatabaseUnavailable(cancelled)).toBe(true);
    expect(await settingOf(before, 'statement_timeout')).toBe('0');

    await migrateOnce(url, { statementTimeoutMs: 10_000 });
    const patient = open(url);
    const waited = await before.transaction().execute(async (trx) => {
      await sql`lock table held`.execute(trx);
      return failureOf(sql`select from held`.execute(patient));
    });
    expect(String(waited)).toMatch(/canceling statement due to lock timeout/);
    expect(await settingOf(patient, 'idle_in_transaction_session_timeout')).toBe('30s');
  });

  it('are written by each migration, also when none is missing, and removed when they are not wanted', async () => {
    const url = await serviceDatabase();
    const migrations = { '0001-nothing': { up: async () => undefined } };
    expect(await migrateOnce(url, { statementTimeoutMs: 5_000, indexedOnly: true }, migrations)).toEqual([
      '0001-nothing',
    ]);
    expect(await settingOf(open(url), 'enable_seqscan')).toBe('off');
    await sql`alter role session_user set work_mem to '5MB'`.execute(open(url));
    expect(await migrateOnce(url, { statementTimeoutMs: 7_000 }, migrations)).toEqual([]);
    const db = open(url);
    expect(await settingOf(db, 'statement_timeout')).toBe('7s');
    expect(await settingOf(db, 'enable_seqscan')).toBe('on');
    expect(await settingOf(db, 'work_mem')).toBe('5MB');
  });

  it('are written by one of several migrators, and not at all when they are right', async () => {
    const url = await serviceDatabase();
    const session = { statementTimeoutMs: 5_000, indexedOnly: true };
    await Promise.all(Array.from({ length: 6 }, () => migrateOnce(url, session)));
    const written = await versionOf(url);
    expect(written).toHaveLength(1);
    await Promise.all(Array.from({ length: 6 }, () => migrateOnce(url, session)));
    expect(await versionOf(url)).toEqual(written);
  });

  it('belong to one database: the same role is free in another', async () => {
    const [bound, free] = await Promise.all([1, 2].map(() => createDatabase(testServers().postgresAdminUrl)));
    if (!bound || !free) throw new Error('no databases');
    parts.push(bound.dispose, free.dispose);
    await migrateOnce(bound.url, { statementTimeoutMs: 5_000 });
    expect(await settingOf(open(free.url), 'statement_timeout')).toBe('0');
  });

  it('do not bound a migration, which has a limit of its own, nor a transaction that sets one', async () => {
    const url = await serviceDatabase();
    await migrateOnce(url, { statementTimeoutMs: 100 });
    const slow = { up: (db: Kysely<object>) => sql`select pg_sleep(0.5)`.execute(db).then(() => undefined) };
    expect(await migrateOnce(url, { statementTimeoutMs: 100 }, { '0001-slow': slow })).toEqual(['0001-slow']);
    const db = createDb<object>({ ...connecting(url), poolMax: 1 });
    parts.push(() => db.destroy());
    await db.transaction().execute(async (trx) => {
      await limitStatements(trx, 10_000);
      await sql`select pg_sleep(0.5)`.execute(trx);
    });
    expect(String(await failureOf(sql`select pg_sleep(0.5)`.execute(db)))).toMatch(/statement timeout/);
    const hasty = migrate(
      open(url),
      { '0002-slow': slow },
      { limits: { ...migrationLimits, statementMs: 100 } },
    );
    await expect(hasty).rejects.toThrow('canceling statement due to statement timeout');
  });
});

describe('a service that starts', () => {
  const wanted = sessionSettings({ statementTimeoutMs: 5_000, indexedOnly: true });
  /** A log, and the messages of what it was told. */
  function logged() {
    const messages: string[] = [];
    const destination = { write: (line: string) => void messages.push(JSON.parse(line).msg) };
    return { messages, log: createLogger({ service: 'test', level: 'warn', destination }) };
  }

  it('without them says in one line what is wrong and what to run, and ends', async () => {
    const url = await serviceDatabase();
    const fault = await failureOf(waitForSettings(connecting(url), { wanted, waitMs: 0 }));
    expect(fault).toBeInstanceOf(StartError);
    expect(String(fault)).toMatch(
      /DATABASE_URL: connections begin with statement_timeout 0 instead of 5000, .*; run `main.ts migrate`$/,
    );
    expect(String(fault)).not.toMatch(/\n/);
  });

  it('together with its migration waits for that', async () => {
    const url = await serviceDatabase();
    const { messages, log } = logged();
    const started = waitForSettings(connecting(url), { wanted, log });
    await waitFor(async () => messages.length > 0, { what: 'the first look' });
    await migrateOnce(url, { statementTimeoutMs: 5_000, indexedOnly: true });
    await started;
    expect(messages).toEqual([expect.stringMatching(/run `main.ts migrate`; waiting$/)]);
  });

  it('while a time-out is being changed takes the other one, with a warning', async () => {
    const url = await serviceDatabase();
    await migrateOnce(url, { statementTimeoutMs: 8_000, indexedOnly: true });
    const { messages, log } = logged();
    await waitForSettings(connecting(url), { wanted, log, waitMs: 0 });
    expect(messages).toEqual([
      expect.stringMatching(/statement_timeout 8000 instead of 5000, .*; run `main.ts migrate`$/),
    ]);
  });

  it('does not take connections that plan otherwise', async () => {
    const url = await serviceDatabase();
    await migrateOnce(url, { statementTimeoutMs: 5_000 });
    const fault = await failureOf(waitForSettings(connecting(url), { wanted, waitMs: 0 }));
    expect(String(fault)).toMatch(
      /begin with enable_hashjoin on instead of off|begin with enable_seqscan on/,
    );
  });
});
