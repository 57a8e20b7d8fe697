import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Logger } from '../log/index.ts';
import { StartError } from '../shutdown/start-error.ts';
import { createDb, type DbOptions } from './create-db.ts';
import { waitForDb } from './ping-db.ts';
import { readRoleSettings } from './role-settings.ts';
import { isBound, type SessionSettings } from './session-settings.ts';

export interface WaitForSettingsOptions {
  readonly wanted: SessionSettings;
  readonly log?: Logger;
  /** How long `migrate` may still take; a minute. */
  readonly waitMs?: number;
}

type Connecting = Pick<DbOptions, 'url' | 'applicationName' | 'statementTimeoutMs'>;

const lookEveryMs = 500;

/**
 * Waits until a new connection has the settings that `migrate` gives the role. One that is bounded, but by other times, is
 * taken with a warning, so that a replica can start again while a setting is being changed.
 *
 * A pooler keeps connections that are older than a change. One that is met here is ended: it is nobody else's for the
 * moment of a statement.
 * @throws StartError in one line when the database does not answer, or after `waitMs` the settings are not there
 */
export async function waitForSettings(
  connecting: Connecting,
  { wanted, log, waitMs = 60_000 }: WaitForSettingsOptions,
): Promise<void> {
  const deadlineMs = Date.now() + waitMs;
  let isSaid = false;
  for (;;) {
    const found = await lookAt(connecting, wanted);
    if (found.fault === undefined) return;
    const isLate = Date.now() >= deadlineMs;
    if (found.isBounded && (isLate || !found.isStale)) {
      log?.warn(found.fault);
      return;
    }
    if (isLate) throw new StartError(found.fault);
    if (!found.isStale && !isSaid) {
      log?.warn(`${found.fault}; waiting`);
      isSaid = true;
    }
    await sleep(lookEveryMs);
  }
}

interface Found {
  /** What is wrong and what to do, in one line; undefined when nothing is. */
  readonly fault?: string;
  /** Only times differ, and none is unlimited. */
  readonly isBounded?: boolean;
  /** The role has the settings, but this connection is older. */
  readonly isStale?: boolean;
}

/** Looks at a connection that no pool of this process has kept from before. */
async function lookAt(connecting: Connecting, wanted: SessionSettings): Promise<Found> {
  const db = createDb<object>({ ...connecting, poolMax: 1 });
  let found: Found = {};
  try {
    await waitForDb(db, { url: connecting.url });
    // In a transaction, so that a pooler gives all statements the same connection.
    await db.transaction().execute(async (trx) => {
      found = compare(wanted, {
        session: await readSessionSettings(trx, Object.keys(wanted)),
        role: await readRoleSettings(trx),
      });
      // Behind a pooler this ends the pooler's connection to the server, and else our own.
      if (found.isStale) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
    });
  } catch (error) {
    // Of a connection that was ended that is the end itself.
    if (!found.isStale) throw error;
  } finally {
    await db.destroy();
  }
  return found;
}

function compare(
  wanted: SessionSettings,
  has: { readonly session: SessionSettings; readonly role: SessionSettings },
): Found {
  const differing = Object.keys(wanted).filter((name) => has.session[name] !== wanted[name]);
  if (differing.length === 0) return {};
  const isStale = Object.entries(wanted).every(([name, value]) => has.role[name] === value);
  const isBounded = differing.every((name) => isBound(name) && has.session[name] !== '0');
  const what = differing.map((name) => `${name} ${has.session[name]} instead of ${wanted[name]}`).join(', ');
  const advice = isStale
    ? 'they are older than the settings: RECONNECT in PgBouncer'
    : 'run `main.ts migrate`';
  return { fault: `DATABASE_URL: connections begin with ${what}; ${advice}`, isBounded, isStale };
}

async function readSessionSettings(db: Kysely<object>, names: readonly string[]): Promise<SessionSettings> {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name = any(${names}::text[])`.execute(db);
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
}
