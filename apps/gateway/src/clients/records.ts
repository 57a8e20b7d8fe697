import { submissions } from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import type { z } from 'zod';
import type { CallContext } from './call-context.ts';

/** Kinds of records that clients read, list and delete. */
export type RecordKind = 'text' | 'image' | 'video' | 'batch';

type Requests<K extends RecordKind> = (typeof submissions)[K]['requests'];

/** A record as any of the sites renders it. */
export type RecordOf<K extends RecordKind> = Extract<
  z.output<Requests<K>['get']['reply']>,
  { outcome: 'found' }
>['record'];

/** The same in a list. */
export type ItemOf<K extends RecordKind> = z.output<Requests<K>['list']['reply']>['items'][number];

/** Filters of a list; all that are given must match. */
export type FilterOf<K extends RecordKind> = NonNullable<z.input<Requests<K>['list']['request']>['filter']>;

/** The key of a record, and the locale of its explanations; undefined on a site with one locale. */
export interface RecordKey {
  readonly id: string;
  readonly locale?: string | undefined;
}

/** One page of a list; pages count from 1. */
export interface PageRequest<K extends RecordKind> {
  readonly page: number;
  readonly pageSize: number;
  readonly filter: FilterOf<K>;
  readonly locale?: string | undefined;
}

/**
 * Returns one record, or undefined, as the scope's site renders it; an image check of the main site only once it has
 * ended. The reply is not validated again: the schema that would read it also types the owner's answer, and running it
 * over each risk costs more than the rest of the request.
 * @template R the record as the site's contract types it
 */
export async function getRecord<K extends RecordKind, R extends RecordOf<K>>(
  { bus, scope, requestId }: CallContext,
  kind: K,
  { id, locale }: RecordKey,
): Promise<R | undefined> {
  const { get } = submissions[kind as RecordKind].requests;
  const reply = await call(bus, get, { scope, id, locale }, { requestId, trustReply: true });
  return reply.outcome === 'found' ? (reply.record as R) : undefined;
}

/**
 * Returns one page of a scope's records, newest first, as its site renders them, and how many there are in all.
 * @template I the list item as the site's contract types it
 */
export async function listRecords<K extends RecordKind, I extends ItemOf<K>>(
  { bus, scope, requestId }: CallContext,
  kind: K,
  page: PageRequest<K>,
): Promise<{ readonly total: number; readonly items: I[] }> {
  const { list } = submissions[kind as RecordKind].requests;
  const reply = await call(bus, list, { scope, ...page }, { requestId, trustReply: true });
  return { total: reply.total, items: reply.items as I[] };
}

/** Deletes a record, and cancels it if it is processing; false if there is none. */
export async function deleteRecord(
  { bus, scope, requestId }: CallContext,
  kind: RecordKind,
  id: string,
): Promise<boolean> {
  const reply = await call(bus, submissions[kind].requests.delete, { scope, id }, { requestId });
  return reply.outcome === 'deleted';
}
