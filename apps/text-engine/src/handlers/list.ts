import { findSite, pageRange, type Site, type textRequests } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import { renderInternationalItem } from '../domain/render/international-check.ts';
import { renderMainItem } from '../domain/render/main-check.ts';
import type { ListedCheck } from '../domain/text-check.ts';
import { listChecks } from '../store/list-checks.ts';
import { listFilteredChecks } from '../store/list-filtered-checks.ts';

/** One page of a scope's checks, newest first; pages count from 1. */
export function list({ db, sites }: Pick<Deps, 'db' | 'sites'>): RequestHandler<typeof textRequests.list> {
  return async ({ scope, filter = {}, ...page }) => {
    const site = findSite(sites, scope.siteId);
    if (!site) return { total: 0, items: [] };
    const range = pageRange(page);
    const isFiltered = Object.values(filter).some((value) => value !== undefined && value !== '');
    const { total, checks } = isFiltered
      ? await listFilteredChecks(db, scope, { ...filter, ...range })
      : await listChecks(db, scope, range);
    return { total, items: renderItems(checks, site) };
  };
}

const renderItems = (checks: readonly ListedCheck[], site: Site) =>
  checks.map((check) =>
    site.kind === 'main' ? renderMainItem(check) : renderInternationalItem(check, site),
  );
