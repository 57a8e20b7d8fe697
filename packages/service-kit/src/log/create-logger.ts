import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import { isTracing, traceFields } from '../tracing/span.ts';
import { errorFields } from './error-fields.ts';

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];
export type Logger = PinoLogger;

const secretNames = ['authorization', 'cookie', 'apiKey', 'key', 'password', 'secret', 'token', 'signature'];
const redacted = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/**
 * Creates a logger that writes one JSON object a line: `level`, ISO `time`, `service`, `msg` and the fields of the line,
 * with `traceId` if tracing is on.
 * @param options `service` is on each line; `destination` defaults to standard output
 * @returns a pino logger; values under secret-like names are replaced down to the third level
 */
export function createLogger(options: {
  readonly service: string;
  readonly level: LogLevel;
  readonly destination?: DestinationStream;
}): Logger {
  const settings = {
    level: options.level,
    base: { service: options.service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: (error: unknown) => errorFields(error) },
    ...(isTracing() && { mixin: traceFields }),
    redact: { paths: redacted, censor: '[redacted]' },
  };
  return options.destination ? pino(settings, options.destination) : pino(settings);
}

const frequent = new WeakMap<Logger, Logger>();

/**
 * Returns the logger for a line that is written for each request or job. It redacts nothing: looking for secrets at three
 * levels of ten fields costs 50 µs, twenty times the rest of the line. So each field must be a plain value that is named
 * where the line is written.
 */
export function frequentLines(log: Logger): Logger {
  const known = frequent.get(log);
  if (known) return known;
  const lines = log.child({}, { redact: [] });
  frequent.set(log, lines);
  return lines;
}
