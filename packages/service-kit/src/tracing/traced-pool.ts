import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { spanned } from './span.ts';

/**
 * Returns a pool that creates a span for every statement, named by its first word: the text is long, the values are
 * data.
 */
export function tracedPool(pool: PostgresPool, database: string): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const query = (text: string, values: readonly unknown[]) => {
        const operation = /\w+/.exec(text.replace(/^\s*\/\*.*?\*\//s, ''))?.[0]?.toLowerCase() ?? 'statement';
        const attributes = {
          'db.system.name': 'postgresql',
          'db.namespace': database,
          'db.operation.name': operation,
        };
        return spanned(`${database} ${operation}`, { kind: 'client', attributes }, () =>
          client.query(text, values),
        );
      };
      return {
        // The other signature takes a cursor, for streams, which `createDb` does not have.
        query: query as unknown as PostgresPoolClient['query'],
        release: (destroy?: boolean) => client.release(destroy),
      } as PostgresPoolClient;
    },
  };
}
