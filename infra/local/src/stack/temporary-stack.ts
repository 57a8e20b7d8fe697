import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@redline/service-kit/log';
import { type CloseList, createCloseList } from '@redline/service-kit/shutdown';
import { bringUp, type Stack } from './bring-up.ts';
import { pathsOf } from './paths.ts';
import { readState } from './state.ts';

export interface TemporaryStack extends Stack {
  /** The running processes: each service, Postgres and NATS. */
  readonly processes: () => readonly { readonly name: string; readonly pid: number }[];
  /** URLs of health and metrics, by service. */
  readonly opsUrls: () => Readonly<Record<string, string>>;
  /** The log of all services, which goes with the stack. */
  readonly logFile: string;
  /** Closed in reverse order before the stack. */
  readonly parts: CloseList;
}

interface TemporaryStackOptions {
  /** Whoever wants it, for the name of its folder and its log. */
  readonly name: string;
  /** Settings that all services read from the environment, and that this process keeps. */
  readonly env: Readonly<Record<string, string>>;
  /** Adds a user to the bus who may do everything, for measurements. */
  readonly withTester?: boolean;
  /** More settings of its Postgres. */
  readonly postgresSettings?: Readonly<Record<string, string>>;
}

const closeTimeoutMs = 60_000;

/** The limits of a key are high enough that one key may be used without pause. */
export const unlimitedRates = {
  RATE_SUBMISSION: '1000000',
  RATE_QUERY: '1000000',
  RATE_CONFIGURATION: '1000000',
} as const;

/**
 * Runs a complete stack, as `npm start` does, on temporary data and free ports, while `use` runs.
 * @throws errors of the start, or of `use`
 */
export async function withTemporaryStack<T>(
  { name, env, withTester, postgresSettings }: TemporaryStackOptions,
  use: (stack: TemporaryStack) => Promise<T>,
): Promise<T> {
  Object.assign(process.env, env);
  const data = await mkdtemp(join(tmpdir(), `redline-${name}-`));
  // As root, Postgres runs as another user, which needs access to its data.
  await chmod(data, 0o711);
  const log = createLogger({ service: name, level: 'warn', destination: process.stderr });
  const parts = createCloseList();
  try {
    const paths = pathsOf(undefined, data);
    const stack = await bringUp({
      paths,
      settings: { HOST: '127.0.0.1', PORT: 0, DATABASE_URL: null, NATS_URL: null },
      say: () => {},
      ...(withTester === undefined ? {} : { withTester }),
      ...(postgresSettings === undefined ? {} : { postgresSettings }),
      parts,
    });
    const processes = () =>
      (readState(paths.state)?.processes ?? []).filter((process) => process.name !== 'launcher');
    const opsUrls = () => readState(paths.state)?.opsUrls ?? {};
    return await use({ ...stack, processes, opsUrls, logFile: paths.log, parts });
  } finally {
    await parts.closeAll(log, closeTimeoutMs);
    await rm(data, { recursive: true, force: true });
  }
}
