import type { textRequests } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import { findCheck } from '../store/find-check.ts';
import { objectOf, recordOf } from './shown-check.ts';

/** A plain read: polling moves nothing, so two pollers never race. */
export function get({
  db,
  sites,
  wordings,
}: Pick<Deps, 'db' | 'sites' | 'wordings'>): RequestHandler<typeof textRequests.get> {
  return async ({ scope, id }) => {
    const check = await findCheck(db, scope, id);
    if (!check) return { outcome: 'not_found' };
    const findings = check.findings && (await wordings(check.findings));
    return { outcome: 'found', record: recordOf({ ...check, findings }, objectOf(sites, scope.siteId)) };
  };
}
