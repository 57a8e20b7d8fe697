/** Port of operations in every pod: `/healthz`, `/readyz`, `/metrics`. */
export const opsPort = 9100;

/** NATS by its Helm chart, as release `nats` in the namespace of the services. */
export const nats = {
  port: 4222,
  hosts: [0, 1, 2].map((number) => `nats-${number}.nats-headless`),
} as const;

/** Postgres by CloudNativePG, as cluster `postgres` in the same namespace. */
export const postgres = { port: 5432, host: 'postgres-rw' } as const;

/** Where the secret of a user of the bus is mounted. */
export const busSecretDir = '/run/secrets/bus';

/** The role and the database of a service, which have one name. */
export const databaseOf = (service: string): string => `redline_${service.replaceAll('-', '_')}`;

/** The secret with a role's `username` and `password`. */
export const databaseSecretOf = (service: string): string => `redline-database-${service}`;

/** The secret with the `password` of a user of the bus. */
export const busSecretOf = (user: string): string => `redline-bus-${user}`;
