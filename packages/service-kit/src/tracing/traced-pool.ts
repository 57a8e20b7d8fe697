import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { spanned } from './span.ts';

/** A pool that makes a span of every statement. It is named by its first word: its text is long, its values are data. */
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
        // The other form takes a cursor, for streams, and `createDb` has none.
        query: query as unknown as PostgresPoolClient['query'],
        release: (destroy?: boolean) => client.release(destroy),
      } as PostgresPoolClient;
    },
  };
}
