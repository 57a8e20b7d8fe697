import { busSecretDir, databaseOf, databaseSecretOf, nats, opsPort, postgres } from './names.ts';
import type { EnvironmentValue, Workload } from './workload.ts';

/** Variables that no service reads as a setting: of Node, of the C library, and what another variable is made of. */
const otherVariables = ['NODE_OPTIONS', 'MALLOC_ARENA_MAX', 'MALLOC_TRIM_THRESHOLD_', 'DATABASE_PASSWORD'];

/**
 * Builds the environment of a service's container: what all services have, and its own. Manifests are made of it, and
 * tests hold it against the service's config.
 * @param busUser the user of the bus; the service's own when left out
 * @returns values by the name of their variable
 */
export function environmentOf(
  { name, environment, shutdown }: Workload,
  busUser: string = name,
): Readonly<Record<string, EnvironmentValue>> {
  const database = databaseOf(name);
  return {
    // Kubernetes puts it into the next one, so the password is in one secret alone.
    DATABASE_PASSWORD: { secret: databaseSecretOf(name), key: 'password', example: 'password' },
    DATABASE_URL: `postgres://${database}:$(DATABASE_PASSWORD)@${postgres.host}:${postgres.port}/${database}?sslmode=require`,
    NATS_URL: nats.hosts.map((host) => `nats://${busUser}@${host}:${nats.port}`).join(','),
    NATS_PASSWORD_FILE: `${busSecretDir}/password`,
    OPS_HOST: '0.0.0.0',
    OPS_PORT: String(opsPort),
    LOG_LEVEL: { setting: 'LOG_LEVEL', example: 'info', isOptional: true },
    OTEL_EXPORTER_OTLP_ENDPOINT: {
      setting: 'OTEL_EXPORTER_OTLP_ENDPOINT',
      example: 'http://collector:4318',
      isOptional: true,
    },
    SHUTDOWN_DRAIN_MS: String(shutdown.drainMs),
    SHUTDOWN_TIMEOUT_MS: String(shutdown.timeoutMs),
    ...environment,
  };
}

/**
 * Returns that environment as the process would see it, with examples for what differs from cluster to cluster.
 * @returns values by the name of their variable, which the service's own `loadConfig` takes
 */
export function exampleEnvironment(workload: Workload): Readonly<Record<string, string>> {
  const all = environmentOf(workload);
  const exampleOf = (value: EnvironmentValue): string =>
    typeof value === 'string'
      ? value.replace(/\$\((\w+)\)/g, (_, name: string) => exampleOf(all[name] ?? ''))
      : value.example;
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, exampleOf(value)]));
}

/**
 * Returns what is wrong with a workload's environment: a variable that the service does not read.
 * @param settings the names of the service's settings
 */
export const environmentFaults = (workload: Workload, settings: readonly string[]): readonly string[] =>
  Object.keys(environmentOf(workload))
    .filter((name) => !settings.includes(name) && !otherVariables.includes(name))
    .map((name) => `${workload.name} has no setting ${name}`);
