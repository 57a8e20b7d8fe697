import { fileURLToPath } from 'node:url';

/** The folder of the scripts, which run where Postgres does. */
export const scriptsDir = fileURLToPath(new URL('../scripts', import.meta.url));

/**
 * Returns the settings of a Postgres that keeps its log of writes in a folder, so that it can be restored at any time.
 * @param backupDir absolute, writable by the user that Postgres runs as
 * @param timeoutSeconds after which a file of the log is kept though it is not full: the most that a lost disk costs
 */
export const archiveSettings = (
  backupDir: string,
  timeoutSeconds: number,
): Readonly<Record<string, string>> => ({
  archive_mode: 'on',
  archive_timeout: String(timeoutSeconds),
  archive_command: `${scriptsDir}/archive-wal.sh %p %f ${backupDir}/wal`,
});
