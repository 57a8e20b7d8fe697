import {
  type BillLine,
  type Issue,
  idSchema,
  imageCheckBody,
  type imageRequests,
  issuesOf,
  mainImageCheckBody,
  productLineNames,
  type QuotedLine,
  type Refused,
  refused,
  refusedFields,
  type Scope,
  type Site,
} from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import { insertImageCheck, type NewImageCheck } from '../store/image-checks.ts';

type Body = Omit<NewImageCheck, 'id' | 'scope' | 'deadlineMs' | 'batchId'>;

/**
 * Inserts a check and returns the lines to charge. The reply to an id is the same each time: one line, named by it.
 * The body is validated again, because the gateway is not the only one that submits.
 */
export function prepareImage({
  db,
  sites,
}: Pick<Deps, 'db' | 'sites'>): RequestHandler<typeof imageRequests.prepare> {
  const idOfCheck = idSchema('image');
  const bodyOf = submissionReader(sites);
  return async ({ operationId, scope, deadlineMs, check, batchId = null }) => {
    if (!idOfCheck.safeParse(operationId).success) {
      return refused('invalid_request', 'operationId must be an id of the form image_…');
    }
    const body = bodyOf(scope, check);
    if ('outcome' in body) return body;
    const submitted = { id: operationId, scope, deadlineMs, batchId };
    const outcome = await insertImageCheck(db, { ...submitted, ...body });
    if (outcome === 'too_late') return { outcome };
    return { outcome: 'prepared', lines: [lineOf(operationId, body)] };
  };
}

/** Returns the line that a check would be charged by, without inserting it. */
export function quoteImage({ sites }: Pick<Deps, 'sites'>): RequestHandler<typeof imageRequests.quote> {
  const bodyOf = submissionReader(sites);
  return async ({ scope, check }) => {
    const body = bodyOf(scope, check);
    if ('outcome' in body) return body;
    return { outcome: 'quoted', lines: [quotedLineOf(body)], laterLines: [] };
  };
}

/** Returns the parser of submissions: the body of a check, or why it is refused. */
function submissionReader(sites: readonly Site[]) {
  const readers = new Map(sites.map((site) => [site.id as string, readerOf(site)]));
  return ({ siteId }: Scope, check: unknown): Body | Refused => {
    const read = readers.get(siteId);
    if (!read) return refused('not_found', `there are no image checks on the site ${siteId}`);
    const body = read(check);
    return 'issues' in body ? refusedFields(body.issues) : body;
  };
}

/** Returns the parser of the submissions of a site. */
function readerOf(site: Site): (check: unknown) => Body | { readonly issues: readonly Issue[] } {
  if (site.kind === 'main') {
    return (check) => {
      const read = mainImageCheckBody.safeParse(check);
      if (!read.success) return { issues: issuesOf(read.error) };
      const { productVertical, detectTypes = null } = read.data;
      const [explainLocale] = site.locales;
      const own = { listed: false, productVertical, vertical: null, explainLocale, types: detectTypes };
      return { ...own, ...declaredOf(read.data) };
    };
  }
  const schema = imageCheckBody(site);
  return (check) => {
    const read = schema.safeParse(check);
    if (!read.success) return { issues: issuesOf(read.error) };
    const { vertical = null, explainLocale } = read.data;
    const own = { listed: true, productVertical: null, vertical, explainLocale, types: null };
    return { ...own, ...declaredOf(read.data) };
  };
}

interface Declared {
  readonly imageUrl: string;
  readonly imageTitle: string;
  readonly imageSize: number;
  readonly imageWidth?: number | undefined;
  readonly imageHeight?: number | undefined;
}

const declaredOf = ({ imageUrl, imageTitle, imageSize, imageWidth, imageHeight }: Declared) => ({
  url: imageUrl,
  title: imageTitle,
  sizeBytes: imageSize,
  width: imageWidth ?? null,
  height: imageHeight ?? null,
});

const lineOf = (lineId: string, body: Body): BillLine => ({ lineId, ...quotedLineOf(body) });

/** Returns the line to charge: one image check, with the product line if that must be enabled. */
function quotedLineOf({ productVertical }: Body): QuotedLine {
  const productLine = productLineNames.find((name) => name === productVertical);
  return { item: 'image_check', quantity: 1, ...(productLine && { productLine }) };
}
