import { connectBus, serve } from '@redline/service-kit/bus';
import { createDb } from '@redline/service-kit/db';
import { createLogger } from '@redline/service-kit/log';
import { type ReferenceTables, referenceRow } from './reference.ts';

/** The reference's second process: answers a request over NATS with one indexed select. */
const [natsUrl = '', databaseUrl = ''] = process.argv.slice(2);
const log = createLogger({ service: 'reference-owner', level: 'warn', destination: process.stderr });
const db = createDb<ReferenceTables>({
  url: databaseUrl,
  poolMax: 10,
  statementTimeoutMs: 10_000,
  applicationName: 'bench',
});
const bus = await connectBus({ url: natsUrl, name: 'reference-owner', log });

serve(
  bus,
  referenceRow,
  async ({ id }) => {
    const row = await db.selectFrom('reference').select('record').where('id', '=', id).executeTakeFirst();
    return { record: row?.record ?? null };
  },
  { queue: 'reference', concurrency: 256 },
);
process.send?.('ready');
