import { findSite, type textRequests } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import { renderInternationalCheck } from '../domain/render/international-check.ts';
import { renderMainCheck } from '../domain/render/main-check.ts';
import { findCheck } from '../store/find-check.ts';

/** Answers with the record of a check. A plain read: polling changes nothing, so two pollers never race. */
export function get({
  db,
  sites,
  readTexts,
}: Pick<Deps, 'db' | 'sites' | 'readTexts'>): RequestHandler<typeof textRequests.get> {
  return async ({ scope, id }) => {
    const site = findSite(sites, scope.siteId);
    const check = site && (await findCheck(db, scope, id));
    if (!check) return { outcome: 'not_found' };
    const texts = check.evaluation ? await readTexts(check.evaluation) : new Map();
    const record =
      site.kind === 'main' ? renderMainCheck(check, texts) : renderInternationalCheck(check, texts, site);
    return { outcome: 'found', record };
  };
}
