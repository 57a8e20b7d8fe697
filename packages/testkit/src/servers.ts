export { findHaproxy } from './haproxy/find-haproxy.ts';
export { type HaproxyServer, startHaproxy } from './haproxy/start-haproxy.ts';
export type { Log } from './log.ts';
export { ensureMediaPrograms } from './media/ensure-media-programs.ts';
export { type FindNatsOptions, findNats, type Nats } from './nats/find-nats.ts';
export { findNatsServer, natsServerVersion } from './nats/find-nats-server.ts';
export { type NatsOptions, type NatsServer, startNats } from './nats/start-nats.ts';
export { type NatsCluster, startNatsCluster } from './nats/start-nats-cluster.ts';
export { createDatabase, type TestDatabase } from './postgres/create-database.ts';
export {
  type FindPgBouncerOptions,
  findPgBouncer,
  type PgBouncerProgram,
} from './postgres/find-pgbouncer.ts';
export { type FindPostgresOptions, findPostgres, type Postgres } from './postgres/find-postgres.ts';
export { type PgBouncerOptions, type PgBouncerServer, startPgBouncer } from './postgres/start-pgbouncer.ts';
export { type PostgresOptions, type PostgresServer, startPostgres } from './postgres/start-postgres.ts';
export { type PostgresStandby, startStandby } from './postgres/start-standby.ts';
export { freePort } from './process/free-port.ts';
export { isAlive } from './process/is-alive.ts';
export { type LocalServer, type LocalServerSpec, localServer } from './process/local-server.ts';
export { privileged } from './process/privileges.ts';
export { ServerError } from './server-error.ts';
export { waitFor } from './wait-for.ts';
