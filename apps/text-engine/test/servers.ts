import { type NatsServer, startNats, testServers } from '@redline/testkit';
import { createEngineDb } from './engine.ts';

/** A database of one test file, on the Postgres that all files of a run share. */
export const createTestDb = () => createEngineDb(testServers().postgresAdminUrl);

/** A NATS server of one test file alone. */
export const startTestNats = (): Promise<NatsServer> => startNats({ binary: testServers().natsServerBinary });
