import type { Migrations, RuleBreak } from '@redline/service-kit/db';
import type pg from 'pg';
import type { Breach } from './catalog.ts';
import { inspectMigration } from './inspect-migration.ts';

/** A rule that a migration broke before there were rules: it has run, so it cannot be written otherwise. */
export interface KnownBreak extends RuleBreak {
  readonly app: string;
  readonly migration: string;
}

export interface CheckOptions {
  readonly app: string;
  readonly migrations: Migrations;
  /** SQL that gives tables their rows, by the migration after which it runs. */
  readonly rows: Readonly<Record<string, string>>;
  readonly known: readonly KnownBreak[];
}

/**
 * Runs the migrations of an app one after another on an empty database, with rows in the tables that later ones change.
 * @returns one line for each rule that is broken without a reason, each reason for what is not broken, and each table
 *   that is changed without a row to try it on
 */
export async function migrationFaults(
  client: pg.Client,
  { app, migrations, rows, known }: CheckOptions,
): Promise<readonly string[]> {
  const faults: string[] = [];
  const unknown = [...known.map(({ migration }) => migration), ...Object.keys(rows)];
  for (const name of new Set(unknown)) {
    if (!migrations[name]) faults.push(`${app} has no migration ${name}, which is named here`);
  }
  for (const [name, migration] of Object.entries(migrations).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const say = (fault: string) => faults.push(`${app} ${name} ${fault}`);
    try {
      const { breaches, untried, notRepeatable } = await inspectMigration(client, migration);
      const listed = [...(migration.breaks ?? []), ...known.filter((it) => it.migration === name)];
      for (const { rule, on } of breaches.filter((it) => !has(listed, it))) say(`breaks ${rule}: ${on}`);
      for (const { rule, on } of listed.filter((it) => !has(breaches, it))) {
        say(`does not break ${rule}: ${on}, as it says`);
      }
      for (const { on } of listed.filter(({ reason }) => reason.trim() === '')) say(`gives no reason: ${on}`);
      if (notRepeatable !== undefined) say(`fails when it is run again: ${notRepeatable}`);
      for (const table of untried) say(`changes ${table}, which has no row here: give it one`);
      await client.query(rows[name] ?? '');
    } catch (error) {
      say(`fails on tables that have rows: ${error instanceof Error ? error.message : error}`);
      return faults;
    }
  }
  return faults;
}

const has = (breaches: readonly Breach[], { rule, on }: Breach) =>
  breaches.some((breach) => breach.rule === rule && breach.on === on);
