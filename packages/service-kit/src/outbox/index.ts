export { appendOutbox, eventMessage, jobMessage, type OutboxMessage } from './append-outbox.ts';
export { cleanPublished } from './lost-streams.ts';
export { measureOutbox } from './measure-outbox.ts';
export { cleanInbox, recordOnce } from './record-once.ts';
export { type Relay, type RelayOptions, startRelay } from './relay.ts';
export {
  type InboxTable,
  type OutboxTable,
  type OutboxTables,
  outboxMigration,
  publishedMigration,
} from './tables.ts';
