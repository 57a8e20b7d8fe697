import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { type LocalServer, localServer, privileged } from '@redline/testkit/servers';
import { keepRunning } from './keep-running.ts';
import { lastFault, logSize } from './last-fault.ts';
import type { Paths } from './paths.ts';
import { StackError } from './stack-error.ts';

export interface ServiceOptions {
  readonly name: string;
  readonly paths: Paths;
  /** The file that Node runs. */
  readonly main: string;
  /** Arguments of Node itself. */
  readonly nodeArgs: readonly string[];
  /** Its settings, added to the environment of this process. */
  readonly env: Readonly<Record<string, string>>;
}

export interface RunningService extends LocalServer {
  readonly name: string;
  /** The URL of health and metrics. */
  readonly opsUrl: string;
}

const migrateTimeoutMs = 120_000;
/** The timeout of a slow start; an exit is detected at once. The first start compiles packs, 6 s of a free core. */
const startTimeoutMs = 180_000;
/** Longer than the 15 s in which a service hands back its work. */
const stopTimeoutMs = 20_000;
const probeTimeoutMs = 3_000;

const argsOf = ({ main, nodeArgs }: ServiceOptions) => [
  '--disable-warning=ExperimentalWarning',
  ...nodeArgs,
  main,
];

/**
 * Migrates a service's database.
 * @throws StackError with the service's error
 */
export async function migrateService(options: ServiceOptions): Promise<void> {
  const { name, paths, env } = options;
  const since = logSize(paths.log);
  const log = openSync(paths.log, 'a', 0o600);
  const child = spawn(process.execPath, [...argsOf(options), 'migrate'], {
    stdio: ['ignore', log, log],
    env: { ...process.env, ...env },
    timeout: migrateTimeoutMs,
  });
  closeSync(log);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code === 0) return;
  throw new StackError(
    `${name}: its migrations failed: ${lastFault(paths.log, name, since) ?? `see ${paths.log}`}`,
  );
}

/**
 * Starts a service and restarts it whenever it exits.
 * @param options `opsUrl` serves its readiness
 * @returns the service once it is ready; `stop` ends it permanently
 * @throws StackError with the service's error
 */
export async function runService(
  options: ServiceOptions & {
    readonly opsUrl: string;
    readonly say: (line: string) => void;
    readonly onRestart: () => void;
  },
): Promise<RunningService> {
  const { name, paths, env, opsUrl } = options;
  const since = logSize(paths.log);
  const keeper = keepRunning(name, options);
  const service = localServer({
    name,
    commandLine: privileged(process.execPath, argsOf(options), { deathSignal: 'TERM' }),
    env,
    logFile: paths.log,
    ready: () => probe(`${opsUrl}/readyz`),
    stopSignal: 'SIGTERM',
    startTimeoutMs,
    stopTimeoutMs,
    callerHandlesSignals: true,
    onUnexpectedExit: keeper.ended,
  });
  try {
    await service.start();
  } catch (error) {
    const words = lastFault(paths.log, name, since) ?? `no answer; see ${paths.log}`;
    throw new StackError(`${name} did not start: ${words}`, { cause: error });
  }
  const forget = keeper.watch(service);
  return {
    ...service,
    name,
    opsUrl,
    async stop() {
      forget();
      await service.stop();
    },
  };
}

async function probe(url: string): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(probeTimeoutMs) });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
}
