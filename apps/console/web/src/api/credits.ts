import type { SiteId } from '@redline/client';
import type { billingRequests } from '@redline/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { request } from './request.ts';

export type BucketName = 'subscription' | 'activity' | 'booster';

/** Credits that were granted together and expire together. */
export interface Bucket {
  readonly grantId: string;
  readonly bucket: BucketName;
  readonly amount: number;
  readonly remaining: number;
  readonly expiresAt: string | null;
  readonly createdAt: string;
}

/** Plan and credits on one site; the buckets in the order in which they are spent. */
export interface SiteCredits {
  readonly siteId: SiteId;
  readonly plan: string;
  readonly isPaid: boolean;
  readonly renewsAt: string | null;
  readonly total: number;
  readonly buckets: readonly Bucket[];
  readonly usageThisMonth: {
    readonly since: string;
    readonly textChecks: number;
    readonly videoChecks: number;
    readonly imageChecks: number;
    readonly batches: number;
  };
}

type StatementReply = (typeof billingRequests)['statement']['reply']['_output'];

/** One change of a balance, as billing tells it. */
export type StatementEntry = Readonly<
  Extract<StatementReply, { readonly entries: unknown }>['entries'][number]
>;

/** A page of a statement, newest first. */
export interface StatementPage {
  readonly siteId: SiteId;
  readonly balance: number;
  readonly entries: readonly StatementEntry[];
  readonly hasMore: boolean;
  readonly next: string | null;
}

export const creditsQuery = queryOptions({
  queryKey: ['credits'],
  queryFn: ({ signal }) => request<{ readonly sites: readonly SiteCredits[] }>('/api/credits', { signal }),
});

/** @param limit of entries, 1 to 200 */
export function readStatement(
  site: SiteId,
  limit: number,
  before: string | null,
  signal: AbortSignal,
): Promise<StatementPage> {
  const query = new URLSearchParams({ siteId: site, limit: String(limit), ...(before ? { before } : {}) });
  return request(`/api/statements?${query}`, { signal });
}

const pageSize = 50;

/** The statement of a site, page after page. */
export const statementQuery = (site: SiteId) =>
  infiniteQueryOptions({
    queryKey: ['statement', site],
    queryFn: ({ pageParam, signal }) => readStatement(site, pageSize, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasMore, next }) => (hasMore ? next : null),
  });
