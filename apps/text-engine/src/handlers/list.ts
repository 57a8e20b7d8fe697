import type { Site, textRequests } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import { type ListedCheck, listChecks } from '../store/list-checks.ts';
import { listFilteredChecks } from '../store/list-filtered-checks.ts';
import { mainItemOf } from './main-shown-check.ts';
import { itemOf, siteOf } from './shown-check.ts';

const pageSizeMax = 50;

/** One page of a scope's checks, newest first; pages count from 1. */
export function list({ db, sites }: Pick<Deps, 'db' | 'sites'>): RequestHandler<typeof textRequests.list> {
  return async ({ scope, page, pageSize, filter = {} }) => {
    const site = siteOf(sites, scope.siteId);
    if (!site) return { total: 0, items: [] };
    const limit = Math.min(Math.max(pageSize, 1), pageSizeMax);
    const offset = (Math.max(page, 1) - 1) * limit;
    const isFiltered = Object.values(filter).some((value) => value !== undefined && value !== '');
    const { total, checks } = isFiltered
      ? await listFilteredChecks(db, scope, { ...filter, offset, limit })
      : await listChecks(db, scope, { offset, limit });
    return { total, items: itemsOf(checks, site) };
  };
}

const itemsOf = (checks: readonly ListedCheck[], site: Site) =>
  checks.map((check) => (site.kind === 'main' ? mainItemOf(check) : itemOf(check, site)));
