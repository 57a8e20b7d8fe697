export { eraseAll } from './erase-all.ts';
export { messageContext } from './message-context.ts';
export {
  createMigratedDatabase,
  type MigratedDatabase,
  type MigratedDatabaseOptions,
} from './migrated-database.ts';
export { readUnaligned } from './readme.ts';
export { ageRecord, outboxOf, subjectsOf } from './records.ts';
export { createRunningList, type Running, type RunningList } from './running-list.ts';
export { runningOn } from './running-on.ts';
export { messagesOf, type StreamMessage, streamMessages } from './stream-messages.ts';
export { idleSweep, promptSweep } from './sweep-limits.ts';
export { tablesNaming } from './tables-naming.ts';
