/** The three request limits of documents 1 and 4, each counted separately. */
export const rateClasses = ['submission', 'query', 'configuration'] as const;
export type RateClass = (typeof rateClasses)[number];

/** Paths of POSTs that start a check, a batch or a rewrite, on any site. */
const submissionPath = /\/(?:text|image|video)\/checks\/?$|\/batches\/?$|\/checks\/[^/]+\/fix\/?$/;
/** The path of the only GET that starts work. */
const reportPath = /\/checks\/[^/]+\/report\/?$/;

/** Below it messages of the Model Context Protocol are posted: what one submits is counted as that by its own route. */
export const mcpPrefix = '/mcp/';

/**
 * Returns the limit that a request counts against. A path that does not exist counts by its method.
 * @param path without query
 */
export function rateClassOf(method: string, path: string): RateClass {
  if (method === 'POST' && path.startsWith(mcpPrefix)) return 'query';
  if (method === 'POST') return submissionPath.test(path) ? 'submission' : 'configuration';
  if (method !== 'GET' && method !== 'HEAD') return 'configuration';
  return reportPath.test(path) ? 'submission' : 'query';
}

/** The length of a window; windows begin at full minutes. */
export const rateWindowMs = 60_000;
