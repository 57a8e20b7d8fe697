import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type LocalServer, localServer, privileged } from '@redline/testkit/servers';

export const serviceNames = [
  'billing',
  'text-engine',
  'media-engine',
  'batch-orchestrator',
  'report',
  'webhooks',
  'gateway',
] as const;
export type ServiceName = (typeof serviceNames)[number];

export interface ServiceOptions {
  /** The folder of the service in `apps/`. */
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
  /** The checkout that it is run from; this one when left out. */
  readonly checkout?: string | undefined;
}

/** A process of a service; where nobody has chosen its port for health, a free one is to be taken. */
export interface ReplicaOptions extends ServiceOptions {
  readonly opsPort: number;
}

/** Migrations under load wait for locks, and move rows. */
const migrateTimeoutMs = 300_000;
const startTimeoutMs = 120_000;
/** Longer than a service drains and closes. */
const stopTimeoutMs = 20_000;
const probeTimeoutMs = 3_000;

const ownCheckout = fileURLToPath(new URL('../../../..', import.meta.url));

const mainOf = (checkout: string, name: string) => join(checkout, 'apps', name, 'src', 'main.ts');

/** A release of before there was the service has that of this checkout beside it. */
const argsOf = ({ name, checkout = ownCheckout }: ServiceOptions) => [
  '--disable-warning=ExperimentalWarning',
  existsSync(mainOf(checkout, name)) ? mainOf(checkout, name) : mainOf(ownCheckout, name),
];

/**
 * Migrates a service's database.
 * @throws Error that names the log
 */
export async function migrateService(options: ServiceOptions): Promise<void> {
  const { name, env, logFile } = options;
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, [...argsOf(options), 'migrate'], {
    stdio: ['ignore', log, log],
    env: { ...process.env, ...env },
    timeout: migrateTimeoutMs,
  });
  closeSync(log);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`the migrations of ${name} failed; see ${logFile}`);
}

/**
 * Creates a service as a child process that can be started, killed and paused. It dies with this process, also while
 * paused, since SIGKILL does not need SIGCONT.
 */
export function buildService(options: ReplicaOptions): LocalServer {
  const { name, env, logFile, opsPort } = options;
  return localServer({
    name,
    commandLine: privileged(process.execPath, argsOf(options), { deathSignal: 'KILL' }),
    env: { ...env, OPS_PORT: String(opsPort) },
    logFile,
    ready: () => probe(`http://127.0.0.1:${opsPort}/readyz`),
    stopSignal: 'SIGTERM',
    startTimeoutMs,
    stopTimeoutMs,
    callerHandlesSignals: true,
  });
}

async function probe(url: string): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(probeTimeoutMs) });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
}
