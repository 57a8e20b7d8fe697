import type { ServiceName } from './run-service.ts';

/** A process that faults befall: of a stack with one replica of each, or of a cluster, where they are numbered from one. */
export type Target = ServiceName | `${ServiceName}-${number}` | 'nats' | `nats-${number}` | 'postgres';

/** Returns what is harmed one at a time: each process, but of the NATS servers one, since two of three must be there. */
export const groupOf = (target: Target): string => (target.startsWith('nats') ? 'nats' : target);
