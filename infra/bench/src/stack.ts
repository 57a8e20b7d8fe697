import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringUp, pathsOf, readState } from '@redline/local';
import { type Bus, connectBus } from '@redline/service-kit/bus';
import { createLogger } from '@redline/service-kit/log';
import { createCloseList } from '@redline/service-kit/shutdown';

/** High rate limits, read by the services from the environment: otherwise the limits of one key would be measured. */
const settings = {
  RATE_SUBMISSION: '1000000',
  RATE_QUERY: '1000000',
  RATE_CONFIGURATION: '1000000',
  LOG_LEVEL: 'warn',
};

const closeTimeoutMs = 60_000;

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
 * Runs a complete stack, as `npm start` does, on temporary data and free ports, while `use` runs.
 * @throws errors of the start, or of `use`
 */
export async function withStack<T>(use: (stack: BenchStack) => Promise<T>): Promise<T> {
  Object.assign(process.env, settings);
  const data = await mkdtemp(join(tmpdir(), 'redline-bench-'));
  // As root, Postgres runs as another user, which needs access to its data.
  await chmod(data, 0o711);
  const log = createLogger({ service: 'bench', level: 'warn', destination: process.stderr });
  const parts = createCloseList();
  try {
    const paths = pathsOf(undefined, data);
    const stack = await bringUp({
      paths,
      settings: { HOST: '127.0.0.1', PORT: 0, DATABASE_URL: null, NATS_URL: null },
      say: () => {},
      withTester: true,
      parts,
    });
    const bus = await connectBus({ url: stack.testerUrl, name: 'bench', log });
    parts.add('bus', () => bus.close());
    const processes = () =>
      (readState(paths.state)?.processes ?? []).filter(({ name }) => name !== 'launcher');
    return await use({ ...stack, natsUrl: stack.testerUrl, bus, processes });
  } finally {
    await parts.closeAll(log, closeTimeoutMs);
    await rm(data, { recursive: true, force: true });
  }
}
