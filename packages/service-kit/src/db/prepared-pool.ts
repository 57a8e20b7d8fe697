import { type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';

const anewMark = '/* plan anew */';

/**
 * Put first into a statement that is planned each time after all: over a list of rows, where a plan made while the table
 * was small would read all of it once it has grown, or whose text changes with the number of rows.
 */
export const planAnew = sql.raw(anewMark);

const stalePlan = 'cached plan must not change result type';

/**
 * A pool whose statements with parameters are parsed and planned once for each connection instead of each time.
 * @param statementsMax statements of this process that are kept so; any other is planned each time, so that SQL of
 *   changing length does not fill the server's memory
 */
export function preparedPool(pool: Pool, statementsMax: number): PostgresPool {
  const names = new Map<string, string>();
  const clients = new WeakMap<PoolClient, PostgresPoolClient>();
  const nameOf = (text: string) => {
    if (text.startsWith(anewMark)) return undefined;
    const known = names.get(text);
    if (known !== undefined || names.size >= statementsMax) return known;
    const name = `kept_${names.size}`;
    names.set(text, name);
    return name;
  };
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const prepared = clients.get(client) ?? preparedClient(client, nameOf);
      clients.set(client, prepared);
      return prepared;
    },
  };
}

function preparedClient(
  client: PoolClient,
  nameOf: (text: string) => string | undefined,
): PostgresPoolClient {
  let isStale = false;
  const query = async (text: string, values: readonly unknown[]) => {
    const name = values.length > 0 ? nameOf(text) : undefined;
    try {
      return await client.query({ text, values: [...values], ...(name ? { name } : {}) });
    } catch (error) {
      // A migration has changed the columns of a kept `select *`: only a new connection forgets the plan.
      isStale ||= error instanceof Error && error.message === stalePlan;
      throw error;
    }
  };
  return {
    // The other form takes a cursor, for streams, and `createDb` has none.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy === true || isStale),
  };
}
