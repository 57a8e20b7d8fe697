import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Bus } from '@redline/service-kit/bus';
import { createDatabase, freePort } from '@redline/testkit/servers';
import pg from 'pg';
import { openClient } from './client.ts';

/** What a submission is compared with, each done once by a call, on the servers that the product uses. */
export const referenceNames = ['commit', 'publish', 'route'] as const;
export type ReferenceName = (typeof referenceNames)[number];

export interface References {
  /** @throws errors of the server */
  readonly run: Readonly<Record<ReferenceName, () => Promise<void>>>;
  readonly close: () => Promise<void>;
}

const connections = 8;
const timeoutMs = 15_000;
const stream = 'LOAD_REFERENCE';
const subject = 'load.reference';
/** As long as a job. */
const payload = Buffer.alloc(300, 'x');

/**
 * Opens the references: an insert of one row that is on disk when it is answered, a message that JetStream has stored, and
 * a route of fastify that does nothing.
 * @param adminUrl a role that may create databases
 * @param bus of a user who may make a stream
 */
export async function openReferences(adminUrl: string, bus: Bus): Promise<References> {
  const database = await createDatabase(adminUrl, 'load');
  const pool = new pg.Pool({ connectionString: database.url, max: connections, query_timeout: timeoutMs });
  pool.on('error', (error) => process.stderr.write(`load: ${error.message}\n`));
  await pool.query('create table reference (id bigserial primary key, at timestamptz not null)');

  await bus.manager.streams.add({ name: stream, subjects: [subject], max_msgs: 100_000 });

  const port = await freePort();
  const route = fork(new URL('./reference-route.ts', import.meta.url), [String(port)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(route, 'message');
  const client = openClient(`http://127.0.0.1:${port}`);

  return {
    run: {
      async commit() {
        await pool.query('insert into reference (at) values (now())');
      },
      async publish() {
        await bus.jetstream.publish(subject, payload, { timeout: timeoutMs });
      },
      async route() {
        const { status } = await client.send({ method: 'GET', path: '/empty', key: 'none' });
        if (status !== 200) throw new Error(`the empty route answered ${status}`);
      },
    },
    async close() {
      client.close();
      route.kill();
      if (route.exitCode === null && route.signalCode === null) await once(route, 'exit');
      await bus.manager.streams.delete(stream);
      await pool.end();
      await database.dispose();
    },
  };
}
