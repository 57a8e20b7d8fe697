import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type LocalServer, localServer, privileged } from '@redline/testkit/servers';

export const serviceNames = [
  'billing',
  'text-engine',
  'media-engine',
  'batch-orchestrator',
  'report',
  'gateway',
] as const;
export type ServiceName = (typeof serviceNames)[number];

export interface ServiceOptions {
  /** The folder of the service in `apps/`. */
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
}

/** A process of a service; where nobody has chosen its port for health, a free one is to be taken. */
export interface ReplicaOptions extends ServiceOptions {
  readonly opsPort: number;
}

const migrateTimeoutMs = 60_000;
const startTimeoutMs = 120_000;
/** Longer than a service drains and closes. */
const stopTimeoutMs = 20_000;
const probeTimeoutMs = 3_000;

const argsOf = (name: string) => [
  '--disable-warning=ExperimentalWarning',
  fileURLToPath(new URL(`../../../../apps/${name}/src/main.ts`, import.meta.url)),
];

/**
 * Migrates a service's database.
 * @throws Error that names the log
 */
export async function migrateService({ name, env, logFile }: ServiceOptions): Promise<void> {
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, [...argsOf(name), 'migrate'], {
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
export function buildService({ name, env, logFile, opsPort }: ReplicaOptions): LocalServer {
  return localServer({
    name,
    commandLine: privileged(process.execPath, argsOf(name), { deathSignal: 'KILL' }),
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
