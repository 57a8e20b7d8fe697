import {
  type BillLine,
  type Issue,
  idSchema,
  issuesOf,
  isTestScope,
  mainVideoCheckBody,
  type ProductVertical,
  productLineNames,
  type QuotedLine,
  type Refused,
  refused,
  refusedFields,
  type Scope,
  type Site,
  testLimits,
  videoCheckBody,
  type videoRequests,
} from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import { findSubmittedVideo, insertVideoCheck, type NewVideoCheck } from '../store/video-checks.ts';
import { issueOfDeclared } from './video-measure.ts';

type Body = Omit<NewVideoCheck, 'id' | 'scope' | 'deadlineMs' | 'batchId' | 'linked' | 'transcriptStatus'> & {
  readonly textCheckId: string | null;
};

/**
 * Inserts a check and returns the lines to charge. The reply to an id is the same each time: one line, named by it,
 * a second for each that was declared. On the main site the file is measured first: one that cannot be had, is no video
 * or has another size is refused, and nothing is charged. That of a batch was measured before the batch was accepted.
 */
export function prepareVideo(deps: Deps): RequestHandler<typeof videoRequests.prepare> {
  const { db, sites } = deps;
  const idOfCheck = idSchema('video');
  return async ({ operationId: id, scope, deadlineMs, check, batchId = null }, { requestId }) => {
    const site = sites.find((one) => one.id === scope.siteId);
    if (!site) return refused('not_found', `there are no video checks on the site ${scope.siteId}`);
    if (!idOfCheck.safeParse(id).success) {
      return refused('invalid_request', 'operationId must be an id of the form video_…');
    }
    const known = await findSubmittedVideo(db, id);
    if (known) return { outcome: 'prepared', lines: [lineOf(id, known)] };
    const isToMeasure = site.kind === 'main' && batchId === null;
    const verified = await verify(deps, site, check, { scope, requestId, isToMeasure });
    if ('outcome' in verified) return verified;
    const { body, linked } = verified;
    const { textCheckId: _, ...submitted } = body;
    const transcriptStatus = deps.canTranscribe(site) ? 'processing' : null;
    const outcome = await insertVideoCheck(db, {
      id,
      scope,
      deadlineMs,
      batchId,
      ...submitted,
      linked,
      transcriptStatus,
    });
    if (outcome === 'too_late') return { outcome };
    return { outcome: 'prepared', lines: [lineOf(id, body)] };
  };
}

/** Returns the line that a check would be charged by, without inserting it; on the main site the file is measured too. */
export function quoteVideo(deps: Deps): RequestHandler<typeof videoRequests.quote> {
  return async ({ scope, check }, { requestId }) => {
    const site = deps.sites.find((one) => one.id === scope.siteId);
    if (!site) return refused('not_found', `there are no video checks on the site ${scope.siteId}`);
    const isToMeasure = site.kind === 'main';
    const verified = await verify(deps, site, check, { scope, requestId, isToMeasure });
    if ('outcome' in verified) return verified;
    return { outcome: 'quoted', lines: [quotedLineOf(verified.body)], laterLines: [] };
  };
}

interface VerifyOptions {
  readonly scope: Scope;
  readonly requestId: string;
  readonly isToMeasure: boolean;
}

/** Validates a submission, and reads what it links to; or returns why it is refused. */
async function verify(
  deps: Deps,
  site: Site,
  check: unknown,
  { scope, requestId, isToMeasure }: VerifyOptions,
): Promise<Refused | { readonly body: Body; readonly linked: NewVideoCheck['linked'] }> {
  const body = readerOf(site)(check);
  if ('issues' in body) return refusedFields(body.issues);
  if (isTestScope(scope) && body.durationSeconds > testLimits.videoSecondsMax) {
    const message = `videoDuration may be ${testLimits.videoSecondsMax} seconds at most with a test key`;
    return refusedFields([{ path: 'videoDuration', message }]);
  }
  const { textCheckId } = body;
  const issue = isToMeasure ? await issueOfDeclared(deps, body) : null;
  if (issue) return refusedFields([issue]);
  if (textCheckId === null) return { body, linked: null };
  const script = await deps.readApprovedText(scope, textCheckId, requestId);
  if (script) return { body, linked: { textCheckId, script } };
  const message = 'textCheckId must be a text check of yours that is completed with riskLevel PASS';
  return refusedFields([{ path: 'textCheckId', message }]);
}

/** Returns the parser of the submissions of a site. */
function readerOf(site: Site): (check: unknown) => Body | { readonly issues: readonly Issue[] } {
  if (site.kind === 'main') {
    return (check) => {
      const read = mainVideoCheckBody.safeParse(check);
      if (!read.success) return { issues: issuesOf(read.error) };
      const {
        productVertical,
        platform,
        frameTypes = null,
        audioTypes = null,
        textCheckId = null,
      } = read.data;
      const own = { productVertical, platform, vertical: null, frameTypes, audioTypes, textCheckId };
      return { ...own, ...declaredOf(read.data) };
    };
  }
  const schema = videoCheckBody(site);
  return (check) => {
    const read = schema.safeParse(check);
    if (!read.success) return { issues: issuesOf(read.error) };
    const { platform, vertical = null } = read.data;
    const own = { productVertical: null, platform, vertical, frameTypes: null, audioTypes: null };
    return { ...own, textCheckId: null, ...declaredOf(read.data) };
  };
}

interface Declared {
  readonly videoUrl: string;
  readonly videoTitle: string;
  readonly videoSize: number;
  readonly videoDuration: number;
  readonly videoWidth?: number | undefined;
  readonly videoHeight?: number | undefined;
}

const declaredOf = (declared: Declared) => ({
  url: declared.videoUrl,
  title: declared.videoTitle,
  sizeMb: declared.videoSize,
  durationSeconds: declared.videoDuration,
  width: declared.videoWidth ?? null,
  height: declared.videoHeight ?? null,
});

interface Billed {
  readonly productVertical: ProductVertical | null;
  readonly durationSeconds: number;
}

const lineOf = (lineId: string, billed: Billed): BillLine => ({ lineId, ...quotedLineOf(billed) });

/** Returns the line to charge: declared seconds, rounded up (document 4, Media), with the product line if that must be enabled. */
function quotedLineOf({ productVertical, durationSeconds }: Billed): QuotedLine {
  const productLine = productLineNames.find((name) => name === productVertical);
  const quantity = Math.ceil(durationSeconds);
  return { item: 'video_second', quantity, ...(productLine && { productLine }) };
}
