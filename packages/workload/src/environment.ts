import type { EnvironmentValue, Workload } from './workload.ts';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, EnvironmentValue>>;

/** Variables of Node and of the C library, which no service reads as a setting. */
const runtimeVariables = new Set(['NODE_OPTIONS', 'MALLOC_ARENA_MAX', 'MALLOC_TRIM_THRESHOLD_']);

const exampleOf = (value: EnvironmentValue): string => (typeof value === 'string' ? value : value.example);

/** The port of operations of every service on a cluster. */
const opsPort = '9100';

/**
 * Returns an environment as a service has it on a cluster, with examples for what differs from cluster to cluster.
 * @returns values by the name of their variable, which the service's own `loadConfig` takes
 */
export function exampleEnvironment({
  name,
  environment,
  shutdown,
}: Workload): Readonly<Record<string, string>> {
  const role = `redline_${name.replaceAll('-', '_')}`;
  return {
    DATABASE_URL: `postgres://${role}:password@postgres:5432/${role}`,
    NATS_URL: `nats://${name}@nats-0:4222,nats://${name}@nats-1:4222,nats://${name}@nats-2:4222`,
    NATS_PASSWORD_FILE: '/run/secrets/bus/password',
    OPS_HOST: '0.0.0.0',
    OPS_PORT: opsPort,
    SHUTDOWN_DRAIN_MS: String(shutdown.drainMs),
    SHUTDOWN_TIMEOUT_MS: String(shutdown.timeoutMs),
    ...Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, exampleOf(value)])),
  };
}

/**
 * Returns what is wrong with a workload's environment: a variable that the service does not read.
 * @param settings the names of the service's settings
 */
export const environmentFaults = (workload: Workload, settings: readonly string[]): readonly string[] =>
  Object.keys(exampleEnvironment(workload))
    .filter((name) => !settings.includes(name) && !runtimeVariables.has(name))
    .map((name) => `${workload.name} has no setting ${name}`);
