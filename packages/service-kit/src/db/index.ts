export { createDb, type DbOptions } from './create-db.ts';
export { inBatches } from './in-batches.ts';
export { planFreely } from './indexed-only.ts';
export { type ForwardMigration, type Migrations, migrate } from './migrate.ts';
export { pingDb, type WaitForDbOptions, waitForDb } from './ping-db.ts';
export { planAnew } from './prepared-pool.ts';
export { type PageSource, readPage } from './read-page.ts';
export { inScope, scopeColumn, scopeColumns, scopeOf } from './scope.ts';
export { isDatabaseUnavailable } from './unavailable.ts';
