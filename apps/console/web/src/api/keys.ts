import type { SiteId } from '@redline/client';
import { queryOptions } from '@tanstack/react-query';
import { request } from './request.ts';

export type KeyMode = 'live' | 'test';

/** A key of the API, without the key itself. */
export interface ApiKey {
  readonly id: string;
  readonly name: string | null;
  readonly siteId: SiteId;
  readonly mode: KeyMode;
  /** Its first characters. */
  readonly prefix: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly rerolledTo: string | null;
}

/** A key as it is told this once. */
export interface NewKey {
  readonly id: string;
  readonly key: string;
  readonly previousExpiresAt?: string | undefined;
}

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: ({ signal }) => request<{ readonly data: readonly ApiKey[] }>('/api/keys', { signal }),
});

const ofKey = (id: string, rest = '') => `/api/keys/${encodeURIComponent(id)}${rest}`;

export const createKey = (body: {
  readonly siteId: SiteId;
  readonly mode: KeyMode;
  readonly name: string;
}): Promise<NewKey> => request('/api/keys', { method: 'POST', body });
export const renameKey = (id: string, name: string) =>
  request<unknown>(ofKey(id), { method: 'PATCH', body: { name } });
export const rerollKey = (id: string, overlapSeconds: number): Promise<NewKey> =>
  request(ofKey(id, '/reroll'), { method: 'POST', body: { overlapSeconds } });
export const revokeKey = (id: string) => request<unknown>(ofKey(id), { method: 'DELETE' });
