import { unlimitedRates, withTemporaryStack } from '@redline/local';
import { type Bus, connectBus } from '@redline/service-kit/bus';
import { createLogger } from '@redline/service-kit/log';

/** High rate limits, since otherwise the limits of one key would be measured. */
const env = { ...unlimitedRates, LOG_LEVEL: 'warn' };

export interface BenchStack {
  readonly apiUrl: string;
  readonly natsUrl: string;
  /** A role that may create databases, on the Postgres that the services use. */
  readonly adminUrl: string;
  readonly bus: Bus;
  /** The running processes: each service, Postgres and NATS. */
  readonly processes: () => readonly { readonly name: string; readonly pid: number }[];
}

/**
 * Runs a complete stack on temporary data and free ports, with a user of the bus who may do everything.
 * @throws errors of the start, or of `use`
 */
export async function withStack<T>(use: (stack: BenchStack) => Promise<T>): Promise<T> {
  const log = createLogger({ service: 'bench', level: 'warn', destination: process.stderr });
  return withTemporaryStack({ name: 'bench', env, withTester: true }, async (stack) => {
    const bus = await connectBus({ url: stack.testerUrl, name: 'bench', log });
    stack.parts.add('bus', () => bus.close());
    return use({ ...stack, natsUrl: stack.testerUrl, bus });
  });
}
