import {
  type batchRequests,
  findSite,
  type Issue,
  idSchema,
  isTestScope,
  refused,
  refusedFields,
  type Scope,
  type Site,
  testLimits,
} from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import { linesOf, readSubmission, type SubmittedItem } from '../domain/submitted.ts';
import { findSubmitted, insertBatch } from '../store/insert-batch.ts';
import { idsOf } from './item-ids.ts';

/** The client of the main site waits so long, in all, while the videos are measured (document 4, Batches). */
const measureMs = 10_000;

/**
 * Inserts a batch with its items and returns the lines to charge. The reply to an id is the same each time. On the main
 * site all videos are measured first, side by side: one that differs from its declaration refuses the whole batch.
 */
export function prepare(deps: Deps): RequestHandler<typeof batchRequests.prepare> {
  const { db, sites } = deps;
  const idOfBatch = idSchema('batch');
  return async ({ operationId: id, scope, deadlineMs, batch: body }, { requestId }) => {
    const site = findSite(sites, scope.siteId);
    if (!site) return refused('not_found', `there are no batches on the site ${scope.siteId}`);
    if (!idOfBatch.safeParse(id).success) {
      return refused('invalid_request', 'operationId must be an id of the form batch_…');
    }
    const known = await findSubmitted(db, id);
    if (known) return { outcome: 'prepared', lines: linesOf(id, known, known.items) };
    const batch = readSubmission(site, body);
    if ('issues' in batch) return refusedFields(batch.issues);
    const refusal =
      refusalOfTest(scope, batch.items) ??
      (await refusalOfVideos(deps, site, batch.items, { deadlineMs, requestId }));
    if (refusal) return refusal;
    const items = batch.items.map((item) => ({ ...item, ...idsOf(id, item) }));
    const outcome = await insertBatch(db, { ...batch, id, scope, deadlineMs, items });
    if (outcome === 'too_late') return { outcome };
    return { outcome: 'prepared', lines: linesOf(id, batch, items) };
  };
}

/** Returns the lines that a batch would be charged by, without inserting it; on the main site its videos are measured too. */
export function quote(deps: Deps): RequestHandler<typeof batchRequests.quote> {
  return async ({ scope, deadlineMs, batch: body }, { requestId }) => {
    const site = findSite(deps.sites, scope.siteId);
    if (!site) return refused('not_found', `there are no batches on the site ${scope.siteId}`);
    const batch = readSubmission(site, body);
    if ('issues' in batch) return refusedFields(batch.issues);
    const refusal =
      refusalOfTest(scope, batch.items) ??
      (await refusalOfVideos(deps, site, batch.items, { deadlineMs, requestId }));
    if (refusal) return refusal;
    const items = batch.items.map((item) => ({ ...item, checkId: '' }));
    const lines = linesOf('', batch, items).map(({ lineId: _, ...line }) => line);
    return { outcome: 'quoted', lines, laterLines: [] };
  };
}

/** Refuses videos that are longer than a test key may check, before any is measured. */
function refusalOfTest(scope: Scope, items: readonly SubmittedItem[]) {
  if (!isTestScope(scope)) return undefined;
  const seconds = testLimits.videoSecondsMax;
  const long = items.filter(({ durationSeconds }) => (durationSeconds ?? 0) > seconds);
  const issues = long.map(({ index }) => {
    const path = `videos[${index}].duration`;
    return { path, message: `${path} may be ${seconds} seconds at most with a test key` };
  });
  return issues.length === 0 ? undefined : refusedFields(issues);
}

/** Measures the videos of a batch of the main site; returns the refusal if some are not what they were declared as. */
async function refusalOfVideos(
  { measureVideo }: Deps,
  site: Site,
  items: readonly SubmittedItem[],
  limits: { readonly deadlineMs: number; readonly requestId: string },
) {
  if (site.kind !== 'main') return undefined;
  const deadlineMs = Math.min(limits.deadlineMs, Date.now() + measureMs);
  const measuring = items
    .filter(({ kind }) => kind === 'video')
    .map(async ({ index, url, size }) => {
      const video = { url: url ?? '', sizeMb: size ?? 0 };
      const issues = await measureVideo(video, { ...limits, deadlineMs });
      return issues.map((issue) => inBatch(issue, index));
    });
  const issues = (await Promise.all(measuring)).flat();
  return issues.length === 0 ? undefined : refusedFields(issues);
}

/** The fields of a video of a batch, by their names in a single check. */
const fieldsInBatch = { videoUrl: 'url', videoSize: 'size' } as const;

/** Replaces the names of fields of a single check by those of a batch; without a field the video itself is meant. */
function inBatch({ path, message }: Issue, index: number): Issue {
  const place = `videos[${index}]`;
  const renamed = Object.entries(fieldsInBatch).map(([from, to]) => [from, `${place}.${to}`] as const);
  return {
    path: renamed.find(([from]) => from === path)?.[1] ?? place,
    message: renamed.reduce((sentence, [from, to]) => sentence.replaceAll(from, to), message),
  };
}
