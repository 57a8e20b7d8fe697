import type { MainVideoReport, Quote } from '../contract/schemas.ts';
import { RedlineConnectionError, RedlineReportError } from '../errors.ts';
import { eventsOf } from '../event-stream.ts';
import type { Api, RequestOptions, SubmitOptions } from '../http/api.ts';
import { retryDelayMs } from '../http/retry-delay.ts';
import { pause } from '../http/within-time.ts';
import { submitOptions } from './requests.ts';

/** An event of a report that is being written. */
export type ReportEvent = { readonly id: string } & (
  | { readonly event: 'report_start'; readonly data: { readonly reportId: string } }
  /** A piece of the text; they follow each other. */
  | { readonly event: 'report_chunk'; readonly data: { readonly chunk: string } }
  /** The whole text, which is authoritative. */
  | { readonly event: 'report_done'; readonly data: { readonly reportId: string; readonly content: string } }
  /** The last one. */
  | { readonly event: 'complete'; readonly data: { readonly durationMs: number } }
);

/** Options of a stream. */
export interface StreamOptions extends SubmitOptions {
  /** The `id` of the last event that was seen of a report: it goes on after it, and is not charged again. */
  readonly lastEventId?: string | undefined;
}

/** Reports of video checks, on the Chinese site. */
export interface Reports {
  /**
   * Has a report of a completed video check written, and gives its events as they come. Goes on after a lost connection
   * without a second charge; whoever stops to iterate does not stop the report. Charges ten credits.
   * @throws RedlineReportError when the report failed; its credits come back
   */
  readonly stream: (videoCheckId: string, options?: StreamOptions) => AsyncGenerator<ReportEvent, void>;
  /** Prices a report before it is written; charges nothing. */
  readonly quote: (videoCheckId: string, options?: RequestOptions) => Promise<Quote>;
  /** Gets the newest finished report; null when none was ever finished. */
  readonly latest: (videoCheckId: string, options?: RequestOptions) => Promise<MainVideoReport | null>;
}

/** A comment comes every 15 seconds: three that are missing are no pause any more. */
const idleMs = 45_000;
const known: ReadonlySet<string> = new Set(['report_start', 'report_chunk', 'report_done', 'complete']);

const pathOf = (videoCheckId: string) => `/video/checks/${encodeURIComponent(videoCheckId)}/report`;

/** Builds the reports of the Chinese site. */
export const reports = (api: Api): Reports => ({
  stream: (videoCheckId, options) => followReport(api, videoCheckId, options),
  quote: (id, options) => api.request({ method: 'POST', path: `${pathOf(id)}/quote`, options }),
  latest: (id, options) => api.request({ method: 'GET', path: `${pathOf(id)}/latest`, options }),
});

/** Follows a report over lost connections: as many in a row as a request has retries. */
async function* followReport(
  api: Api,
  videoCheckId: string,
  { lastEventId, ...given }: StreamOptions = {},
): AsyncGenerator<ReportEvent, void> {
  const options = submitOptions(given);
  const { signal, retries = api.settings.retries } = options;
  let seen = lastEventId;
  for (let lost = 0; lost <= retries; lost += 1) {
    const headers = {
      Accept: 'text/event-stream',
      ...(seen !== undefined && { 'Last-Event-ID': seen }),
    };
    const { body } = await api.open({ method: 'GET', path: pathOf(videoCheckId), headers, options });
    // 204: all of it was seen before.
    if (body === null) return;
    try {
      for await (const { id, event, data } of eventsOf(body, idleMs, signal)) {
        if (id !== undefined) seen = id;
        lost = 0;
        if (event === 'error') throw reportErrorOf(data);
        if (event && known.has(event)) yield { id, event, data: JSON.parse(data) } as ReportEvent;
        if (event === 'complete') return;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof RedlineReportError) throw error;
    }
    const unanswered = { status: undefined, retryAfterSeconds: undefined, isRepeatable: true };
    if (lost < retries) await pause(retryDelayMs(unanswered, lost) ?? 0, signal);
  }
  const where = seen === undefined ? '' : ` after ${seen}`;
  throw new RedlineConnectionError(`the stream of the report was lost${where}; it goes on with lastEventId`);
}

function reportErrorOf(data: string): RedlineReportError {
  const { code, message } = JSON.parse(data) as { readonly code: string; readonly message: string };
  return new RedlineReportError(code, message);
}
