import type { Logger, LogLevel } from '../log/index.ts';

/** A part that the service cannot start without is missing; the message is one line without credentials. */
export declare class StartError extends Error {}

/** Given to `start`: parts register how they close; they close in reverse order of registration. */
export interface ServiceRun<C> {
  readonly config: C;
  readonly log: Logger;
  readonly onClose: (name: string, close: () => Promise<void> | void) => void;
}
/**
 * Runs a service until SIGTERM or SIGINT: reads the config, starts, waits, closes the parts in reverse order of their registration
 * (register clients first, intake last). Config faults and StartError are one line each and exit code 1.
 */
export declare function runService<
  C extends { readonly LOG_LEVEL: LogLevel; readonly SHUTDOWN_TIMEOUT_MS: number },
>(service: {
  readonly name: string;
  readonly readConfig: () => C;
  readonly start: (run: ServiceRun<C>) => Promise<void>;
}): Promise<void>;
