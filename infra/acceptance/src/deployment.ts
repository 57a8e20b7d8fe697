import { inject } from 'vitest';

/** A running product. */
export interface Deployment {
  /** Origin of its gateway. */
  readonly baseUrl: string;
  /** Where the operator's commands are answered. */
  readonly natsUrl: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly deployment: Deployment;
  }
}

/** The product under test, as the global setup found or started it. */
export const deployment = (): Deployment => inject('deployment');
