import type { ForwardMigration } from '@redline/service-kit/db';
import type pg from 'pg';
import { type Breach, breachesBetween, type Catalog, readCatalog } from './catalog.ts';
import { Interrupted, type Observation, observe } from './observe-statements.ts';

export interface Inspection {
  readonly breaches: readonly Breach[];
  /** Tables that it changes and that hold no row here, so that nothing is known of how it treats rows. */
  readonly untried: readonly string[];
  /** Why a migration outside a transaction cannot be run again after a run that broke off, or ended. */
  readonly notRepeatable: string | undefined;
}

/** Runs of a migration outside a transaction that are broken off, each after one statement more. */
const breaksMax = 20;

/**
 * Runs a migration on a database that no one else uses and watches what it does to the tables that were there before.
 * @throws the error of a statement: the migration does not run on the rows that are there
 */
export async function inspectMigration(client: pg.Client, migration: ForwardMigration): Promise<Inspection> {
  const before = await readCatalog(client);
  const empty = await emptyTables(client, before);
  const isAlone = migration.transaction === false;
  const seen = observe(client, { before, isAlone });
  const notRepeatable = isAlone
    ? await runRepeatedly(migration, seen)
    : await seen.db
        .transaction()
        .execute((trx) => migration.up(trx))
        .then(() => undefined);
  return {
    breaches: [...seen.breaches(), ...breachesBetween(before, await readCatalog(client))],
    untried: [...seen.touched()].filter((oid) => empty.has(oid)).map((oid) => before.get(oid)?.name ?? ''),
    notRepeatable,
  };
}

/** Breaks it off after one statement, after two, … until it ends, and runs it once more as if that had not been noted. */
async function runRepeatedly({ up }: ForwardMigration, seen: Observation): Promise<string | undefined> {
  let isEnded = false;
  for (let statementsMax = 1; !isEnded; statementsMax++) {
    seen.breakOffAfter(statementsMax > breaksMax ? Number.POSITIVE_INFINITY : statementsMax);
    try {
      await up(seen.db);
      isEnded = true;
    } catch (error) {
      if (error instanceof Interrupted) continue;
      if (statementsMax === 1) throw error;
      return messageOf(error);
    }
  }
  seen.breakOffAfter(Number.POSITIVE_INFINITY);
  return up(seen.db).then(() => undefined, messageOf);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function emptyTables(client: pg.Client, catalog: Catalog): Promise<ReadonlySet<number>> {
  const empty = new Set<number>();
  for (const { oid, name, parent } of catalog.values()) {
    // Its table has the rows that a change is tried on.
    if (parent !== null) continue;
    const { rowCount } = await client.query(`select from "${name}" limit 1`);
    if (rowCount === 0) empty.add(oid);
  }
  return empty;
}
