export {
  type AccountRows,
  countAccountRows,
  deleteAccountRows,
  type RemovalPlan,
  type RemovalStep,
  type RowCounts,
  removeAccountRows,
} from './account-rows.ts';
export { createDb, type DbOptions } from './create-db.ts';
export { createIndexConcurrently } from './create-index.ts';
export { idsIn } from './ids-in.ts';
export { inBatches } from './in-batches.ts';
export { measureDatabase } from './measure-database.ts';
export { type MigrateOptions, migrate } from './migrate.ts';
export { migratedCheck } from './migrated-check.ts';
export type { ForwardMigration, MigrationRule, Migrations, RuleBreak } from './migration.ts';
export { pingDb, type WaitForDbOptions, waitForDb } from './ping-db.ts';
export { planAnew } from './prepared-pool.ts';
export { type PageSource, readPage } from './read-page.ts';
export { inScope, scopeColumn, scopeColumns, scopeOf } from './scope.ts';
export {
  limitStatements,
  planFreely,
  type SessionOptions,
  type SessionSettings,
  sessionSettings,
} from './session-settings.ts';
export { isDatabaseUnavailable } from './unavailable.ts';
export { type WaitForSettingsOptions, waitForSettings } from './wait-for-settings.ts';
