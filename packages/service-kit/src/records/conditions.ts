import { type RawBuilder, sql } from 'kysely';

/**
 * Conditions over the columns of a record. Each write names the one under which it is right, in its own `where`: whoever
 * read the record before may have been paused since, and what it read is no reason to write.
 */

/** Nobody has ended it: neither a verdict, nor a failure, nor its client. The usual meaning of "there is work left". */
export const isProcessing = sql<boolean>`status = 'processing'`;

/** The fence: no other attempt has been counted since. A worker that was paused and overtaken fails this, for good. */
export const attemptIs = (attempt: number): RawBuilder<boolean> => sql<boolean>`attempt = ${attempt}`;

/** No worker has begun. Taking counts the attempt in the row itself, so undoing and taking exclude each other. */
export const untouched = attemptIs(0);

/** Whoever works on it: for an end that comes from elsewhere, such as a client that waits no more. */
export const anyAttempt = sql<boolean>`true`;
