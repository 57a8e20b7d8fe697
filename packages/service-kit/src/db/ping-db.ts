import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { StartError } from '../shutdown/start-error.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

/** Resolves when the database answers; rejects with the driver's error when it does not. */
export async function pingDb<T>(db: Kysely<T>): Promise<void> {
  await sql`select 1`.execute(db);
}

export interface WaitForDbOptions {
  /** Only its host and port are shown. */
  readonly url: string;
  readonly timeoutMs?: number;
  /** Named in the error line. */
  readonly variable?: string;
}

const retryEveryMs = 250;

/**
 * Waits for a database that is still starting.
 * @throws StartError when it does not answer within `timeoutMs` (15 s), or at once when it answers with a refusal
 */
export async function waitForDb<T>(db: Kysely<T>, options: WaitForDbOptions): Promise<void> {
  const { url, timeoutMs = 15_000, variable = 'DATABASE_URL' } = options;
  const { host, pathname } = new URL(url);
  const deadlineMs = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await pingDb(db);
    } catch (error) {
      const reason = reasonOf(error);
      const fault = (text: string) => new StartError(`${variable}: ${text} (${reason})`, { cause: error });
      if (!isDatabaseUnavailable(error)) throw fault(`Postgres at ${host}${pathname} refuses the connection`);
      if (Date.now() >= deadlineMs) throw fault(`no Postgres answered at ${host} within ${timeoutMs} ms`);
    }
    await sleep(retryEveryMs);
  }
}

/** Node gives an AggregateError with an empty message when a name has several addresses. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
