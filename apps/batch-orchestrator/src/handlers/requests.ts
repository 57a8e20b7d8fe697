import { type batchRequests, findSite, pageRange } from '@redline/contracts';
import type { RequestHandler, RequestHandlers } from '@redline/service-kit/bus';
import { abandonHandler } from '@redline/service-kit/records';
import type { Deps } from '../deps.ts';
import {
  renderBatch,
  renderListedBatch,
  renderMainBatch,
  renderMainListedBatch,
} from '../domain/render/render-batch.ts';
import { deleteBatch } from '../store/delete-batch.ts';
import { findBatch } from '../store/find-batch.ts';
import { listBatches } from '../store/list-batches.ts';
import { reopenBatch } from '../store/reopen-batch.ts';
import { readStatuses } from '../store/statuses.ts';
import { batchRecords } from './batch-records.ts';
import { prepare, quote } from './prepare.ts';

/** Handlers of the requests about batches. */
export const batchHandlers = (deps: Deps): RequestHandlers<typeof batchRequests> => ({
  prepare: prepare(deps),
  quote: quote(deps),
  abandon: abandonHandler(batchRecords(deps)),
  reopen: reopen(deps),
  statuses: async ({ ids }) => ({ records: await readStatuses(deps.db, ids) }),
  get: get(deps),
  list: list(deps),
  delete: deleteOne(deps),
});

/** Reads a batch. Polling changes nothing, so two pollers never race. */
function get({ db, sites }: Deps): RequestHandler<typeof batchRequests.get> {
  return async ({ scope, id, locale }) => {
    const site = findSite(sites, scope.siteId);
    const batch = site && (await findBatch(db, scope, id));
    if (!batch) return { outcome: 'not_found' };
    const record = site.kind === 'main' ? renderMainBatch(batch, site) : renderBatch(batch, site, locale);
    return { outcome: 'found', record };
  };
}

/** Reads one page of a scope's batches, newest first; pages count from 1. */
function list({ db, sites }: Deps): RequestHandler<typeof batchRequests.list> {
  return async ({ scope, filter = {}, ...asked }) => {
    const site = findSite(sites, scope.siteId);
    if (!site) return { total: 0, items: [] };
    const { total, batches } = await listBatches(db, scope, { ...filter, ...pageRange(asked) });
    const items = batches.map((batch) =>
      site.kind === 'main' ? renderMainListedBatch(batch, site) : renderListedBatch(batch, site),
    );
    return { total, items };
  };
}

/** Deletes a batch of the scope at once; the checks of its items are deleted after the reply. */
function deleteOne({ db, wakeRelay }: Deps): RequestHandler<typeof batchRequests.delete> {
  return async ({ scope, id }, { requestId }) => {
    if (!(await deleteBatch(db, { id, scope, requestId }))) return { outcome: 'not_found' };
    wakeRelay();
    return { outcome: 'deleted' };
  };
}

/**
 * Makes items that were not dispatched ready for the job to be replayed. Without a job the sweeper gives them up again.
 * Special, as failing is: the event `reopened` goes through `advance`.
 */
function reopen({ db }: Deps): RequestHandler<typeof batchRequests.reopen> {
  return async ({ id }) => ({ outcome: await reopenBatch(db, id) });
}
