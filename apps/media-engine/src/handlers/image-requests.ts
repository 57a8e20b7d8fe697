import { findSite, type imageRequests, pageRange } from '@redline/contracts';
import type { RequestHandler, RequestHandlers } from '@redline/service-kit/bus';
import { abandonHandler, anyAttempt, reopenHandler, statusesHandler } from '@redline/service-kit/records';
import type { Deps } from '../deps.ts';
import {
  renderImage,
  renderListedImage,
  renderMainImage,
  renderMainListedImage,
} from '../domain/render/image.ts';
import { checkKinds } from '../store/check-kinds.ts';
import { findImageCheck, isKnownImage, listImageChecks } from '../store/image-checks.ts';
import { imageRecords } from './check-records.ts';
import { deleteOne } from './delete.ts';
import { announceImageEnd } from './image-ended.ts';
import { prepareImage, quoteImage } from './image-prepare.ts';

const kind = checkKinds.image;

/** Handlers of the requests about image checks. */
export function imageHandlers(deps: Deps): RequestHandlers<typeof imageRequests> {
  const ended = (id: string) => announceImageEnd(deps, id);
  return {
    prepare: prepareImage(deps),
    quote: quoteImage(deps),
    abandon: abandonHandler(imageRecords(deps)),
    reopen: reopenHandler(deps.db, kind),
    statuses: statusesHandler(deps.db, kind),
    get: get(deps),
    list: list(deps),
    delete: deleteOne(deps, kind, { onCancelled: ended }),
    expire: expire(deps),
  };
}

/** Reads a check. Polling changes nothing, so two pollers never race. */
function get({ db, sites }: Deps): RequestHandler<typeof imageRequests.get> {
  return async ({ scope, id }) => {
    const site = findSite(sites, scope.siteId);
    const check = site && (await findImageCheck(db, scope, id));
    if (!check) return { outcome: 'not_found' };
    const record = site.kind === 'main' ? renderMainImage(check, site) : renderImage(check, site);
    return { outcome: 'found', record };
  };
}

/** Reads one page of a scope's checks, newest first; pages count from 1. */
function list({ db, sites }: Deps): RequestHandler<typeof imageRequests.list> {
  return async ({ scope, filter = {}, ...asked }) => {
    const site = findSite(sites, scope.siteId);
    if (!site) return { total: 0, items: [] };
    const { total, rows } = await listImageChecks(db, scope, { ...filter, ...pageRange(asked) });
    const items = rows.map((check) =>
      site.kind === 'main' ? renderMainListedImage(check, site) : renderListedImage(check, site),
    );
    return { total, items };
  };
}

/** Fails a check whose client has stopped waiting, also while a worker has it: the worker loses its lease and stops. */
function expire(deps: Deps): RequestHandler<typeof imageRequests.expire> {
  const { db } = deps;
  return async ({ id }, { requestId }) => {
    const failure = { id, reason: 'expired', condition: anyAttempt, requestId };
    if (await imageRecords(deps).fail(failure)) return { outcome: 'expired' };
    return { outcome: (await isKnownImage(db, id)) ? 'ended' : 'not_found' };
  };
}
