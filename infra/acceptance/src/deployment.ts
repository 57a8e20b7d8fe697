import { inject } from 'vitest';

/** A running product. */
export interface Deployment {
  /** The origin of its gateway. */
  readonly baseUrl: string;
  /** The origin of its console, where this run has started it or `CONSOLE_URL` names it. */
  readonly consoleUrl?: string | undefined;
  /** The NATS URL, for the operator's commands. */
  readonly natsUrl: string;
  /** Addresses of health and metrics, by process, where this run has started it. */
  readonly opsUrls?: Readonly<Record<string, string>>;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly deployment: Deployment;
  }
}

/** Returns the product under test, which the global setup found or started. */
export const deployment = (): Deployment => inject('deployment');
