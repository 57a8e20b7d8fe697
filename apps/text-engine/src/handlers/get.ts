import { findSite, type textRequests } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import { findCheck } from '../store/find-check.ts';
import { mainRecordOf } from './main-shown-check.ts';
import { recordOf } from './shown-check.ts';

/** Nothing is said of a check without a verdict. */
const noVerdict = { findings: null, considered: null };

/** A plain read: polling moves nothing, so two pollers never race. */
export function get({
  db,
  sites,
  wordings,
}: Pick<Deps, 'db' | 'sites' | 'wordings'>): RequestHandler<typeof textRequests.get> {
  return async ({ scope, id }) => {
    const site = findSite(sites, scope.siteId);
    const check = site && (await findCheck(db, scope, id));
    if (!check) return { outcome: 'not_found' };
    const kept = { findings: check.findings ?? [], considered: check.considered ?? [] };
    const worded = { ...check, ...(check.findings ? await wordings(kept) : noVerdict) };
    const record = site.kind === 'main' ? mainRecordOf(worded) : recordOf(worded, site);
    return { outcome: 'found', record };
  };
}
