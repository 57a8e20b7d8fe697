import { execFile } from 'node:child_process';
import { chown, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { serverIdentity } from '../process/privileges.ts';
import type { PostgresServer } from './start-postgres.ts';

const run = promisify(execFile);
const copyTimeoutMs = 60_000;

/**
 * Copies the data of a running server, as `pg_basebackup` does, which npm's Postgres lacks (PostgreSQL manual, "Continuous
 * Archiving", low-level base backup). The log of the time of the copy has to come from the server or its archive.
 * @param to a folder that does not exist yet, in one that does; it belongs to the user that Postgres runs as
 * @throws the error of the copy
 */
export async function copyPostgresData(
  { adminUrl, dataDir }: Pick<PostgresServer, 'adminUrl' | 'dataDir'>,
  to: string,
): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('copy', true)`);
    // Files may change or go while they are copied: the log, replayed from the start of the backup, mends that.
    await run('cp', ['-a', dataDir, to], { timeout: copyTimeoutMs }).catch((error: unknown) => {
      if (!/No such file/.test(String(error))) throw error;
    });
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await rm(join(to, 'postmaster.pid'), { force: true });
    const label = join(to, 'backup_label');
    await writeFile(label, rows[0]?.labelfile ?? '', { mode: 0o600 });
    const identity = serverIdentity(dataDir);
    if (identity) await chown(label, identity.uid, identity.gid);
  } finally {
    await client.end();
  }
}
