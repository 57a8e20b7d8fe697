import type { Quote } from '../contract/schemas.ts';
import type { Api, RequestOptions, SubmitOptions } from '../http/api.ts';
import type { List } from '../pages.ts';
import type { SiteTypes } from '../sites.ts';
import { createSubmission, type Submission, type WaitForOptions, waitForRecord } from '../submission.ts';
import { paces } from '../wait.ts';
import { listOf, neverAccepted, neverRecord, readOptions, submit, submitOptions } from './requests.ts';

/** Video checks. */
export interface VideoChecks<T extends SiteTypes> {
  /** Submits a video. Charges a credit for each second that is declared. */
  readonly create: (
    body: T['videoBody'],
    options?: SubmitOptions & T['explained'],
  ) => Submission<T['videoAccepted'], T['video']>;
  /** Prices a submission before it is made; charges and keeps nothing. */
  readonly quote: (body: T['videoBody'], options?: RequestOptions) => Promise<Quote>;
  /** Lists checks, newest first. */
  readonly list: (query?: T['videoQuery'], options?: RequestOptions) => List<T['videoItem'], T['videoList']>;
  /** Gets a check with its findings. 404 in another scope. */
  readonly get: (id: string, options?: RequestOptions & T['explained']) => Promise<T['video']>;
  /** Waits for the end of a check that was submitted before, its transcript included. */
  readonly wait: (id: string, options?: WaitForOptions & T['explained']) => Promise<T['video']>;
  /** Deletes a check for good; one that is processing is cancelled and its credits come back. */
  readonly delete: (id: string, options?: RequestOptions) => Promise<T['videoDeleted']>;
}

const path = '/video/checks';
const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;

const transcriptOf = (record: SiteTypes['video']) =>
  'transcriptStatus' in record ? record.transcriptStatus : record.transcript.status;
const isEnded = (record: SiteTypes['video']) =>
  record.status !== 'processing' && transcriptOf(record) !== 'processing';

/** The language of explanations, which is chosen when a record is read. */
interface Explained {
  readonly explainLocale?: string | undefined;
}

/** Builds the video checks of a site. */
export function videoChecks<T extends SiteTypes>(api: Api): VideoChecks<T> {
  const get = (id: string, { explainLocale, ...options }: RequestOptions & Explained = {}) =>
    api.request<T['video']>({ method: 'GET', path: pathOf(id), query: { explainLocale }, options });
  return {
    create(body, { explainLocale, ...given }: SubmitOptions & Explained = {}) {
      const options = submitOptions(given);
      return createSubmission<T['videoAccepted'], T['video']>({
        pace: paces.video,
        isEnded,
        isRecord: neverRecord,
        accepted: neverAccepted,
        send: (wait) => submit(api, { path, body }, options, wait),
        read: (id, { signal }) => get(id, { ...readOptions(options, signal), explainLocale }),
      });
    },
    quote: (body, options) => api.request({ method: 'POST', path: `${path}/quote`, body, options }),
    list: (query, options) => listOf(api, path, query, options),
    get,
    wait(id, { explainLocale, ...options }: WaitForOptions & Explained = {}) {
      const read = (one: string, request: RequestOptions) => get(one, { ...request, explainLocale });
      return waitForRecord(id, { pace: paces.video, isEnded, read }, options);
    },
    delete: (id, options) => api.request({ method: 'DELETE', path: pathOf(id), options }),
  };
}
