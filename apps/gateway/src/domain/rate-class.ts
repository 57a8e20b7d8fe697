/** The three request limits of documents 1 and 4, each counted on its own. */
export const rateClasses = ['submission', 'query', 'configuration'] as const;
export type RateClass = (typeof rateClasses)[number];

/** What a POST is that starts a check, a batch or a rewrite, on any site. */
const submissionPath = /\/(?:text|image|video)\/checks\/?$|\/batches\/?$|\/checks\/[^/]+\/fix\/?$/;
/** The one GET that starts work. */
const reportPath = /\/checks\/[^/]+\/report\/?$/;

/**
 * The limit that a request counts against. A path that does not exist counts as its method would.
 * @param method as it came
 * @param path without query
 */
export function rateClassOf(method: string, path: string): RateClass {
  if (method === 'POST') return submissionPath.test(path) ? 'submission' : 'configuration';
  if (method !== 'GET' && method !== 'HEAD') return 'configuration';
  return reportPath.test(path) ? 'submission' : 'query';
}

/** Limits are per fixed window of this length, from the full minute on. */
export const rateWindowMs = 60_000;
