import { findSite, pageRange, type Scope, type Site, type videoRequests } from '@redline/contracts';
import type { RequestHandler, RequestHandlers } from '@redline/service-kit/bus';
import { abandonHandler, reopenHandler, statusesHandler } from '@redline/service-kit/records';
import type { Deps } from '../deps.ts';
import { renderListedVideo, renderVideo } from '../domain/render/international-video.ts';
import { renderMainListedVideo, renderMainVideo } from '../domain/render/main-video.ts';
import type { RenderContext, StoredVideo } from '../domain/render/video.ts';
import { ownUploadKey } from '../domain/uploads/upload-dir.ts';
import { checkKinds } from '../store/check-kinds.ts';
import { purgedUploads } from '../store/retire-uploads.ts';
import { findVideoCheck, listVideoChecks } from '../store/video-checks.ts';
import { failTranscriptOf, removeFrames } from '../store/video-ends.ts';
import { videoRecords } from './check-records.ts';
import { deleteOne } from './delete.ts';
import { measureVideo } from './video-measure.ts';
import { prepareVideo, quoteVideo } from './video-prepare.ts';

const kind = checkKinds.video;
/** Lifetime of signed URLs of frame pictures (document 4, Media). */
const frameUrlSeconds = 3_600;

/** Handlers of the requests about video checks. */
export function videoHandlers(deps: Deps): RequestHandlers<typeof videoRequests> {
  return {
    prepare: prepareVideo(deps),
    quote: quoteVideo(deps),
    abandon: abandonHandler(videoRecords(deps)),
    reopen: reopenHandler(deps.db, kind),
    statuses: statusesHandler(deps.db, kind),
    measure: measureVideo(deps),
    get: get(deps),
    list: list(deps),
    delete: deleteOne(deps, kind, { endFirst: failTranscriptOf, alsoRemove: removeFrames }),
  };
}

/** Reads a check. Polling changes nothing, so two pollers never race. */
function get(deps: Deps): RequestHandler<typeof videoRequests.get> {
  return async ({ scope, id, locale }) => {
    const site = findSite(deps.sites, scope.siteId);
    const check = site && (await findVideoCheck(deps.db, scope, id));
    if (!check) return { outcome: 'not_found' };
    const context = await renderContextOf(deps, site, scope, check, locale);
    const record =
      site.kind === 'main' ? renderMainVideo(check, site, context) : renderVideo(check, site, context);
    return { outcome: 'found', record };
  };
}

async function renderContextOf(
  { db, blobs, cdnHost, uploads: { keptForMs } }: Deps,
  { locales }: Site,
  scope: Scope,
  check: StoredVideo,
  asked: string | undefined,
): Promise<RenderContext> {
  const locale = locales.find((one) => one === asked) ?? locales[0];
  const keys = check.hasPictures ? (check.frames ?? []).map(({ imageKey }) => imageKey) : [];
  const urls = await Promise.all(
    keys.map(async (key) => [key, await blobs.signedUrl(key, frameUrlSeconds)] as const),
  );
  const upload = ownUploadKey(cdnHost, check.url, scope);
  const isPurged = upload !== null && (hasExpired(check, keptForMs) || (await isRemoved(db, upload)));
  return { locale, urls: new Map(urls), isPurged };
}

const isRemoved = async (db: Deps['db'], upload: string) => (await purgedUploads(db, [upload])).has(upload);

/** Tells whether the upload is older than uploads are stored: it was there before its check. */
const hasExpired = ({ createdAt }: StoredVideo, keptForMs: number): boolean =>
  createdAt.getTime() + keptForMs < Date.now();

/** Reads one page of a scope's checks, newest first; pages count from 1. */
function list({ db, sites }: Deps): RequestHandler<typeof videoRequests.list> {
  return async ({ scope, filter = {}, ...asked }) => {
    const site = findSite(sites, scope.siteId);
    if (!site) return { total: 0, items: [] };
    const { total, rows } = await listVideoChecks(db, scope, { ...filter, ...pageRange(asked) });
    const items = rows.map((check) =>
      site.kind === 'main' ? renderMainListedVideo(check, site) : renderListedVideo(check, site),
    );
    return { total, items };
  };
}
