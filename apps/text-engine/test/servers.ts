import { testServers } from '@redline/testkit';
import { createEngineDb } from './database.ts';

/** Makes a database of one test file, on the Postgres that all files of a run share. */
export const createTestDb = () => createEngineDb(testServers().postgresAdminUrl);
