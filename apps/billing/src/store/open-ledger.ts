import { createDb, type DbOptions } from '@redline/service-kit/db';
import type { Db, Tables } from './tables.ts';

/** More than billing has statements. */
const preparedMax = 100;

/** A pool over billing's database. The two statements of a charge are large: planned once they take half the time. */
export const openLedger = (options: Omit<DbOptions, 'preparedMax' | 'indexedOnly'>): Db =>
  createDb<Tables>({ ...options, preparedMax, indexedOnly: true });
