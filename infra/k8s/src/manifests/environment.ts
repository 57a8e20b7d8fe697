import type { EnvironmentValue, Workload } from '@redline/workload';
import type { IEnvVar } from 'kubernetes-models/v1';
import {
  databaseOf,
  databaseSecretOf,
  nats,
  natsPort,
  opsPort,
  postgres,
  postgresPort,
  settingsMap,
} from '../cluster.ts';

/** Where the secret of a user of the bus is mounted. */
export const busSecretDir = '/run/secrets/bus';

/** Returns a variable with its value, or with the place that has it. */
function variable(name: string, value: EnvironmentValue): IEnvVar {
  if (typeof value === 'string') return { name, value };
  const optional = value.isOptional ? { optional: true } : {};
  return 'setting' in value
    ? { name, valueFrom: { configMapKeyRef: { name: settingsMap, key: value.setting, ...optional } } }
    : { name, valueFrom: { secretKeyRef: { name: value.secret, key: value.key, ...optional } } };
}

/**
 * Builds the environment of a service's container.
 * @param busUser the user of the bus; the service's own when left out
 */
export function environmentOf(
  { name, environment, shutdown }: Workload,
  busUser: string = name,
): readonly IEnvVar[] {
  const database = databaseOf(name);
  const natsUrl = nats.hosts.map((host) => `nats://${busUser}@${host}:${natsPort}`).join(',');
  const all: Readonly<Record<string, EnvironmentValue>> = {
    // Kubernetes puts it into the next one, so the password is in one secret alone.
    DATABASE_PASSWORD: { secret: databaseSecretOf(name), key: 'password', example: '' },
    DATABASE_URL: `postgres://${database}:$(DATABASE_PASSWORD)@${postgres.host}:${postgresPort}/${database}?sslmode=require`,
    NATS_URL: natsUrl,
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
  return Object.entries(all).map(([key, value]) => variable(key, value));
}
