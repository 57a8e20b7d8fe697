import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { scriptsDir } from '@redline/backup';
import { type FaultStack, serviceNames } from '@redline/fault';
import { copyPostgresData, waitFor } from '@redline/testkit/servers';
import { askPostgres } from './ask-postgres.ts';

const run = promisify(execFile);
const scriptTimeoutMs = 120_000;
const archiveTimeoutMs = 30_000;
const copiesKept = '7';

/** The Postgres servers of a stack, each once, with the names of the services whose databases they have. */
export function postgresOf(stack: FaultStack) {
  const { postgresOf: of } = stack;
  if (!of) throw new Error('a cluster has no Postgres to be restored');
  return [...Map.groupBy(serviceNames, (name) => of(name))].map(([postgres, services]) => ({
    postgres,
    services,
  }));
}

export type BackedUp = ReturnType<typeof postgresOf>[number]['postgres'];

export const script = (name: string, ...args: string[]) =>
  run(join(scriptsDir, name), args, { timeout: scriptTimeoutMs });

/** Copies a running Postgres and keeps the copy, as base-backup.sh does. */
export async function copyBase(postgres: BackedUp): Promise<void> {
  await copyPostgresData(postgres, join(postgres.backupDir, 'base', '.unfinished'));
  await script('keep-base.sh', postgres.backupDir, copiesKept);
}

export const filesDir = (stack: FaultStack): string => join(stack.folder, 'blobs-backup');

/** Copies the uploaded files that the copy has not got. */
export const copyFiles = (stack: FaultStack) => script('copy-files.sh', stack.blobDir, filesDir(stack));

/** Waits until the archive has the log up to now, as it has after `archive_timeout` at most. */
export async function untilArchived({ adminUrl }: BackedUp): Promise<void> {
  // A server at rest writes nothing that would be archived, and a time can only be restored that a commit comes after.
  await askPostgres(adminUrl, `select pg_logical_emit_message(true, 'drill', 'later')`);
  const name = await askPostgres<string>(adminUrl, 'select pg_walfile_name(pg_current_wal_lsn())');
  const isKept = () =>
    askPostgres<boolean | null>(adminUrl, `select last_archived_wal >= '${name}' from pg_stat_archiver`).then(
      Boolean,
    );
  await waitFor(isKept, { timeoutMs: archiveTimeoutMs, what: 'the log to be archived' });
}
