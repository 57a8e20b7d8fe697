import { ConfigError } from '../config/index.ts';
import { type Check, type Closing, createOpsServer } from '../http/index.ts';
import { createLogger, type Logger, type LogLevel } from '../log/index.ts';
import { createMetrics, type Metrics } from '../metrics/index.ts';
import { type CloseList, createCloseList } from '../shutdown/close-list.ts';
import { StartError } from '../shutdown/start-error.ts';
import { startTracing } from '../tracing/start-tracing.ts';

/** The process of a service, as its `start` sees it. */
export interface ServiceRun<C> {
  readonly name: string;
  readonly config: C;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** To be called right after a part is opened: parts close in the reverse order. */
  readonly onClose: CloseList['add'];
  /** Fails from the signal on that ends the process: nobody should send it anything more. */
  readonly notDraining: Check;
  /** How the process ends, for servers of its own. */
  readonly closing: Closing;
}

export interface Service<C> {
  readonly name: string;
  /** Of its release: that in its `package.json`. */
  readonly version: string;
  /** The service's own `config.ts`, the one reader of the environment. */
  readonly readConfig: () => C;
  /**
   * Opens the parts, what takes work in last, and returns what the service cannot work without, by name: `/readyz` asks
   * for it. When it returns the service runs.
   */
  readonly start: (run: ServiceRun<C>) => Promise<Readiness>;
  /**
   * Brings the database up to its newest migration; runs in place of `start` when the first argument of the process is
   * `migrate`. Returns the names of the migrations that it ran.
   */
  readonly migrate: (run: ServiceRun<C>) => Promise<readonly string[]>;
  /**
   * Makes the streams of the bus; runs in place of `start` when the first argument is `streams`, and stays when the second
   * one is `watch`: then it returns what it cannot work without. It is another process than the service, and has a name of
   * its own in log and metrics.
   */
  readonly provision?: {
    readonly name: string;
    readonly run: (
      run: ServiceRun<C>,
      options: { readonly watch: boolean },
    ) => Promise<Readiness | undefined>;
  };
}

/** Checks of a service's parts, by name. */
export type Readiness = Readonly<Record<string, Check>>;

interface BaseConfig {
  readonly OPS_HOST: string;
  readonly OPS_PORT: number;
  readonly LOG_LEVEL: LogLevel;
  readonly SHUTDOWN_TIMEOUT_MS: number;
  readonly SHUTDOWN_DRAIN_MS: number;
  readonly OTEL_EXPORTER_OTLP_ENDPOINT: string | null;
  readonly TRACES_SAMPLED_PERCENT: number;
}

/**
 * Runs a service until SIGTERM or SIGINT. Then `/readyz` fails, for `SHUTDOWN_DRAIN_MS` it goes on as before, since others
 * learn of that a little later, and closes its parts within `SHUTDOWN_TIMEOUT_MS`; a second signal ends it at once. Wrong config and a part that is missing at start are one line each on standard error, and exit code 1.
 */
export async function runService<C extends BaseConfig>(service: Service<C>): Promise<void> {
  const [command] = process.argv.slice(2);
  const name = (command === 'streams' && service.provision?.name) || service.name;
  const config = readOrExit(service);
  const endTracing = await startTracing({
    service: name,
    url: config.OTEL_EXPORTER_OTLP_ENDPOINT,
    sampledPercent: config.TRACES_SAMPLED_PERCENT,
  });
  const log = createLogger({ service: name, level: config.LOG_LEVEL });
  const parts = createCloseList();
  // First in, so last to go: closing makes spans, too, and health is told until the end.
  parts.add('traces', endTracing);
  let closeOps = async () => {};
  parts.add('ops', () => closeOps());
  const ending = endOnSignals(parts, log, config);
  const notDraining = async () => {
    if (ending.signal.aborted) throw new Error('the service is ending');
  };
  const metrics = createMetrics({ service: name, version: service.version });
  const run = {
    name,
    config,
    log,
    metrics,
    onClose: parts.add,
    notDraining,
    closing: { ending: ending.signal, closeMs: config.SHUTDOWN_TIMEOUT_MS },
  };
  try {
    const readiness = await begin(service, run, process.argv.slice(2));
    if (readiness) {
      closeOps = await serveOps(run, readiness);
      log.info({ version: service.version }, 'started');
    } else {
      await ending.end(0);
    }
  } catch (error) {
    if (ending.signal.aborted) return;
    if (error instanceof StartError) process.stderr.write(`${name}: ${error.message}\n`);
    else log.fatal({ err: error }, 'the service could not start');
    await ending.end(1);
  }
}

/**
 * Does what the arguments say.
 * @returns undefined when that is done and the process may end
 */
async function begin<C>(
  service: Service<C>,
  run: ServiceRun<C>,
  [command, option]: readonly string[],
): Promise<Readiness | undefined> {
  if (command === 'migrate') {
    run.log.info({ ran: await service.migrate(run) }, 'the database is up to date');
    return undefined;
  }
  if (command === 'streams' && service.provision) {
    return service.provision.run(run, { watch: option === 'watch' });
  }
  return service.start(run);
}

interface Ending {
  /** Closes the parts and ends the process: with `exitCode`, or 1 when a part did not close in time. */
  readonly end: (exitCode: number) => Promise<void>;
  /** Aborted when the end has begun. */
  readonly signal: AbortSignal;
}

function endOnSignals(
  parts: CloseList,
  log: Logger,
  { SHUTDOWN_TIMEOUT_MS: timeoutMs, SHUTDOWN_DRAIN_MS: drainMs }: BaseConfig,
): Ending {
  const begun = new AbortController();
  const { signal } = begun;
  const end = async (exitCode: number) => {
    begun.abort();
    const outcome = await parts.closeAll(log, timeoutMs);
    process.exit(outcome === 'closed' ? exitCode : 1);
  };
  for (const name of ['SIGTERM', 'SIGINT'] as const) {
    process.on(name, () => {
      if (signal.aborted) process.exit(1);
      log.info({ signal: name, drainMs }, 'closing');
      begun.abort();
      setTimeout(() => void end(0), drainMs);
    });
  }
  // State is unknown after either; the database and the streams hold all that matters, so end and be started again.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, 'an error that nobody caught');
      if (!signal.aborted) void end(1);
    });
  }
  return { end, signal };
}

/**
 * Serves `/healthz`, `/readyz` and `/metrics` on the ops port.
 * @returns what ends that
 */
async function serveOps(run: ServiceRun<BaseConfig>, checks: Readiness): Promise<() => Promise<void>> {
  const { config, log, metrics } = run;
  const { OPS_HOST: host, OPS_PORT: port } = config;
  const all = { ...checks, running: run.notDraining };
  const ops = createOpsServer({ host, port, checks: all, metrics, log });
  await ops.listen();
  return ops.close;
}

function readOrExit<C>(service: Service<C>): C {
  try {
    return service.readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const fault of error.faults) process.stderr.write(`${service.name}: ${fault}\n`);
    process.exit(1);
  }
}
