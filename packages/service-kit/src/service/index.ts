export { openBus } from './open-bus.ts';
export { migrateDatabase, openDatabase } from './open-database.ts';
export { provisionStreams } from './provision-streams.ts';
export { runInboxCleaning, runRelay } from './run-outbox.ts';
export { runService, type Service, type ServiceRun } from './run-service.ts';
