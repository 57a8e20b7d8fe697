import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export interface DbOptions {
  readonly url: string;
  readonly poolMax: number;
  readonly statementTimeoutMs: number;
  readonly applicationName: string;
  readonly log?: import('../log/index.ts').Logger;
  readonly connectTimeoutMs?: number;
}
export declare function createDb<T>(options: DbOptions): Kysely<T>;
export declare function isDatabaseUnavailable(error: unknown): boolean;
/** Migrations by name, `0001-said-name`; forward only. */
export type Migrations = Readonly<Record<string, Pick<Migration, 'up'>>>;
export declare function migrate<T>(db: Kysely<T>, migrations: Migrations): Promise<readonly string[]>;
export declare function pingDb<T>(db: Kysely<T>): Promise<void>;
/** Waits for a database that is still starting; throws StartError naming variable, host and port. */
export declare function waitForDb<T>(
  db: Kysely<T>,
  options: { readonly url: string; readonly timeoutMs?: number; readonly variable?: string },
): Promise<void>;
