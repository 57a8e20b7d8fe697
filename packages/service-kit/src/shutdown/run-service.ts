import { ConfigError } from '../config/index.ts';
import { createLogger, type Logger, type LogLevel } from '../log/index.ts';
import { startTracing } from '../tracing/start-tracing.ts';
import { createCloseList } from './close-list.ts';
import { StartError } from './start-error.ts';

/** What a start is given. */
export interface ServiceRun<C> {
  readonly config: C;
  readonly log: Logger;
  /** To be called right after a part is opened: parts close in the reverse order. */
  readonly onClose: (name: string, close: () => Promise<void> | void) => void;
}

export interface Service<C> {
  readonly name: string;
  /** The service's own `config.ts`, the one reader of the environment. */
  readonly readConfig: () => C;
  /** Opens the parts; when it returns the service runs. */
  readonly start: (run: ServiceRun<C>) => Promise<void>;
}

interface BaseConfig {
  readonly LOG_LEVEL: LogLevel;
  readonly SHUTDOWN_TIMEOUT_MS: number;
  readonly OTEL_EXPORTER_OTLP_ENDPOINT: string | null;
  readonly TRACES_SAMPLED_PERCENT: number;
}

/**
 * Runs a service until SIGTERM or SIGINT, then closes its parts within `SHUTDOWN_TIMEOUT_MS`; a second signal ends it
 * at once. Wrong config and a part that is missing at start are one line each on standard error, and exit code 1.
 */
export async function runService<C extends BaseConfig>(service: Service<C>): Promise<void> {
  const config = readOrExit(service);
  const endTracing = await startTracing({
    service: service.name,
    url: config.OTEL_EXPORTER_OTLP_ENDPOINT,
    sampledPercent: config.TRACES_SAMPLED_PERCENT,
  });
  const log = createLogger({ service: service.name, level: config.LOG_LEVEL });
  const parts = createCloseList();
  // First in, so last to go: closing makes spans, too.
  parts.add('traces', endTracing);
  let closing = false;
  const end = async (exitCode: number) => {
    closing = true;
    const outcome = await parts.closeAll(log, config.SHUTDOWN_TIMEOUT_MS);
    process.exit(outcome === 'closed' ? exitCode : 1);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (closing) process.exit(1);
      log.info({ signal }, 'closing');
      void end(0);
    });
  }
  // State is unknown after either; the database and the streams hold all that matters, so end and be started again.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, 'an error that nobody caught');
      if (!closing) void end(1);
    });
  }
  try {
    await service.start({ config, log, onClose: parts.add });
    log.info('started');
  } catch (error) {
    if (closing) return;
    if (error instanceof StartError) process.stderr.write(`${service.name}: ${error.message}\n`);
    else log.fatal({ err: error }, 'the service could not start');
    await end(1);
  }
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
