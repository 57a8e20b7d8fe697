import { rm } from 'node:fs/promises';
import { type FaultStack, type ServiceName, serviceNames, type Target } from '@redline/fault';
import { waitFor } from '@redline/testkit/servers';
import { askPostgres } from './ask-postgres.ts';
import { type BackedUp, filesDir, postgresOf, script } from './back-up.ts';

const recoveryTimeoutMs = 120_000;

const serverOf = (stack: FaultStack, target: Target) => {
  const server = stack.servers.get(target);
  if (!server) throw new Error(`this stack has no ${target}`);
  return server;
};

/** Ends everything with SIGKILL and removes every disk: databases, streams, files. */
export async function loseEverything(stack: FaultStack): Promise<void> {
  await Promise.all(serviceNames.map((name) => serverOf(stack, name).kill()));
  await serverOf(stack, 'nats').kill();
  for (const { postgres } of postgresOf(stack)) {
    await postgres.kill();
    // Its processes end a moment after the first of them, and write until then.
    await rm(postgres.dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
  await rm(stack.blobDir, { recursive: true, force: true });
}

/** Makes a Postgres what it was at a time, and waits until it takes writes. */
export async function restorePostgres(postgres: BackedUp, atMs: number): Promise<void> {
  await script('restore.sh', postgres.backupDir, postgres.dataDir, new Date(atMs).toISOString());
  await postgres.start();
  const isBack = () => askPostgres<boolean>(postgres.adminUrl, 'select not pg_is_in_recovery()');
  await waitFor(isBack, { timeoutMs: recoveryTimeoutMs, what: 'the end of the recovery' });
}

/** Starts NATS with nothing in it; the streams are made anew by whoever keeps them. */
export const startEmptyNats = (stack: FaultStack) => stack.wipe(async () => undefined);

/** Copies the uploaded files back. */
export const restoreFiles = (stack: FaultStack) => script('copy-files.sh', filesDir(stack), stack.blobDir);

/** Starts services that were ended. */
export const startServices = (stack: FaultStack, names: readonly ServiceName[]) =>
  Promise.all(names.map((name) => serverOf(stack, name).start()));
