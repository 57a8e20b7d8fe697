import pg from 'pg';

/** Asks a Postgres for one value. */
export async function askPostgres<T>(url: string, statement: string): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query({ text: statement, rowMode: 'array' });
    return rows[0]?.[0] as T;
  } finally {
    await client.end();
  }
}
