export { createDatabase, type TestDatabase } from './create-database.ts';
export { freePort } from './free-port.ts';
export { type NatsServer, startNats } from './nats.ts';
export { findNatsServer } from './nats-binary.ts';
export { type PostgresServer, startPostgres } from './postgres.ts';
export { testServers } from './test-servers.ts';
export { waitFor } from './wait-for.ts';
