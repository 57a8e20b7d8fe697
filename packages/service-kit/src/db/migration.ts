import type { Migration } from 'kysely/migration';

/** What a migration may not do while the last release runs on the same tables; `infra/migrations` checks it. */
export type MigrationRule =
  | 'blocking-lock'
  | 'blocking-scan'
  | 'changed-type'
  | 'removed-column'
  | 'removed-constraint'
  | 'removed-key'
  | 'removed-table'
  | 'row-locks'
  | 'table-rewrite'
  | 'unfilled-column';

/** A rule that a migration breaks on purpose. */
export interface RuleBreak {
  readonly rule: MigrationRule;
  /** The table, or `table.column`, `table.constraint` or the key, as the check names it. */
  readonly on: string;
  /** Why it may: `no release since 1.4 names the column`. */
  readonly reason: string;
}

/** One step forward. There is no way back: what is wrong is corrected by the next step. */
export interface ForwardMigration {
  readonly up: Migration['up'];
  /**
   * False for what must not run in a transaction, or not in one: `create index concurrently`, `validate constraint`, rows
   * moved in batches. Each statement then stands alone, so a run that breaks off leaves a part behind, and `up` must be
   * written to run again over it.
   */
  readonly transaction?: false;
  readonly breaks?: readonly RuleBreak[];
}

/** Migrations by name, `0001-said-name`; a record and not a folder, so that a bundled service has them too. */
export type Migrations = Readonly<Record<string, ForwardMigration>>;
