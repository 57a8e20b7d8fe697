import type { textRequests } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import { listChecks } from '../store/list-checks.ts';
import { itemOf, objectOf } from './shown-check.ts';

const pageSizeMax = 50;

/** One page of a scope's checks, newest first; pages count from 1. */
export function list({ db, sites }: Pick<Deps, 'db' | 'sites'>): RequestHandler<typeof textRequests.list> {
  return async ({ scope, page, pageSize }) => {
    const limit = Math.min(Math.max(pageSize, 1), pageSizeMax);
    const offset = (Math.max(page, 1) - 1) * limit;
    const { total, checks } = await listChecks(db, scope, { offset, limit });
    const object = objectOf(sites, scope.siteId);
    return { total, items: checks.map((check) => itemOf(check, object)) };
  };
}
