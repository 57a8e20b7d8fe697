import type { textRequests } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import { findCheck } from '../store/find-check.ts';
import { objectOf, recordOf } from './shown-check.ts';

/** Nothing is said of a check without a verdict. */
const noVerdict = { findings: null, considered: null };

/** A plain read: polling moves nothing, so two pollers never race. */
export function get({
  db,
  sites,
  wordings,
}: Pick<Deps, 'db' | 'sites' | 'wordings'>): RequestHandler<typeof textRequests.get> {
  return async ({ scope, id }) => {
    const check = await findCheck(db, scope, id);
    if (!check) return { outcome: 'not_found' };
    const kept = { findings: check.findings ?? [], considered: check.considered ?? [] };
    const worded = { ...check, ...(check.findings ? await wordings(kept) : noVerdict) };
    return { outcome: 'found', record: recordOf(worded, objectOf(sites, scope.siteId)) };
  };
}
