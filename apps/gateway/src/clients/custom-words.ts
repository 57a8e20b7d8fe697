import {
  type importCounts,
  type StoredWord,
  type WordCursor,
  type WordLibrary,
  type WordSwitch,
  wordMessageBytesMax,
  wordRequests,
} from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import type { z } from 'zod';
import { messageParts } from '../domain/message-parts.ts';
import type { CallContext } from './call-context.ts';

type Rows = typeof wordRequests;
type NewWord = z.input<Rows['create']['request']>['word'];
type WordChange = z.input<Rows['change']['request']>['change'];
type ImportItem = z.input<Rows['import']['request']>['items'][number];
export type ImportCounts = Readonly<Record<keyof typeof importCounts, number>>;

/** Adds a word, unless it is a duplicate or the list is full. */
export const createWord = ({ bus, scope, requestId }: CallContext, wordLimit: number, word: NewWord) =>
  call(bus, wordRequests.create, { scope, wordLimit, word }, { requestId });

/**
 * Adds many words. More than fit into one message are sent in several, one after the other, so that the quota is filled
 * in the order of the words. A repeated import skips written words and writes the rest.
 */
export async function importWords(
  { bus, scope, requestId }: CallContext,
  wordLimit: number,
  library: WordLibrary,
  items: readonly ImportItem[],
): Promise<ImportCounts> {
  let counts: ImportCounts = { total: 0, imported: 0, skippedDuplicate: 0, rejectedQuota: 0 };
  for (const part of messageParts(items, wordMessageBytesMax)) {
    const request = { scope, wordLimit, library, items: [...part] };
    counts = sumOf(counts, await call(bus, wordRequests.import, request, { requestId }));
  }
  return counts;
}

const sumOf = (one: ImportCounts, other: ImportCounts): ImportCounts => ({
  total: one.total + other.total,
  imported: one.imported + other.imported,
  skippedDuplicate: one.skippedDuplicate + other.skippedDuplicate,
  rejectedQuota: one.rejectedQuota + other.rejectedQuota,
});

/** Returns one page of words, newest first, and the cursor of the next one; null after the last. */
export function wordPage(
  { bus, scope, requestId }: CallContext,
  after: WordCursor | null,
): Promise<{ readonly words: readonly StoredWord[]; readonly next: WordCursor | null }> {
  return call(bus, wordRequests.list, { scope, after }, { requestId, trustReply: true });
}

/** Changes the given fields of a word, unless it would become a duplicate. */
export const changeWord = ({ bus, scope, requestId }: CallContext, id: string, change: WordChange) =>
  call(bus, wordRequests.change, { scope, id, change }, { requestId });

/** Deletes a word; false if there is none. */
export async function deleteWord({ bus, scope, requestId }: CallContext, id: string): Promise<boolean> {
  const reply = await call(bus, wordRequests.delete, { scope, id }, { requestId });
  return reply.outcome === 'deleted';
}

/** Returns the number of words of the account, over all sites and tenants. */
export async function wordsUsed({ bus, scope, requestId }: CallContext): Promise<number> {
  const { accountId } = scope;
  return (await call(bus, wordRequests.usage, { accountId }, { requestId })).used;
}

/** Returns whether a switch of the words is on. */
export async function readWordSwitch(
  { bus, scope, requestId }: CallContext,
  of: WordSwitch,
): Promise<boolean> {
  return (await call(bus, wordRequests.readSwitch, { scope, of }, { requestId })).enabled;
}

/** Sets a switch of the words; returns its state. */
export async function setWordSwitch(
  context: CallContext,
  of: WordSwitch,
  enabled: boolean,
): Promise<boolean> {
  const { bus, scope, requestId } = context;
  return (await call(bus, wordRequests.setSwitch, { scope, of, enabled }, { requestId })).enabled;
}
