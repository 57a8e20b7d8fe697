import { fileURLToPath } from 'node:url';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { createDatabase, findNatsServer, startNats, startPostgres } from '@redline/testkit/servers';
import pg from 'pg';

const widths = [1, 16, 64] as const;
const timeoutMs = 15_000;
const tools = fileURLToPath(new URL('../../../.redline/tools', import.meta.url));
const payload = Buffer.alloc(300, 'x');

/**
 * Measures what there is one of, alone: commits of one row in one Postgres, and messages that the leader of one stream has
 * stored. Closed: so many at once, each after the last one's answer.
 * @returns the lines of the report
 */
export async function* measureWalls(seconds: number): AsyncGenerator<string> {
  yield* measureCommits(seconds);
  yield* measurePublishes(seconds);
}

async function* measureCommits(seconds: number): AsyncGenerator<string> {
  const postgres = await startPostgres();
  try {
    const { url } = await createDatabase(postgres.adminUrl, 'walls');
    const pool = new pg.Pool({ connectionString: url, max: Math.max(...widths), query_timeout: timeoutMs });
    // Postgres ends connections that are closing still; what a statement meets is thrown by the statement.
    pool.on('error', () => undefined);
    await pool.query('create table reference (id bigserial primary key, at timestamptz not null)');
    const commit = () => pool.query('insert into reference (at) values (now())');
    for (const width of widths) yield describe('commits', width, await rateOf(commit, width, seconds));
    await pool.end();
  } finally {
    await postgres.dispose();
  }
}

async function* measurePublishes(seconds: number): AsyncGenerator<string> {
  const nats = await startNats({ binary: await findNatsServer(tools) });
  try {
    const connection = await connect({ servers: nats.url, name: 'walls' });
    const manager = await jetstreamManager(connection);
    await manager.streams.add({ name: 'WALLS', subjects: ['walls'], max_bytes: 2 ** 28 });
    const publisher = jetstream(connection);
    const publish = () => publisher.publish('walls', payload, { timeout: timeoutMs });
    for (const width of widths) yield describe('publishes', width, await rateOf(publish, width, seconds));
    await connection.close();
  } finally {
    await nats.dispose();
  }
}

const describe = (name: string, width: number, rate: number) =>
  `${name}, ${width} at once: ${rate.toFixed(0)}/s`;

async function rateOf(once: () => Promise<unknown>, width: number, seconds: number): Promise<number> {
  const startMs = performance.now();
  const endMs = startMs + seconds * 1_000;
  let count = 0;
  const worker = async () => {
    for (; performance.now() < endMs; count++) await once();
  };
  await Promise.all(Array.from({ length: width }, worker));
  return count / ((performance.now() - startMs) / 1_000);
}
