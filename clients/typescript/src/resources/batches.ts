import type { Quote } from '../contract/schemas.ts';
import type { Api, RequestOptions, SubmitOptions } from '../http/api.ts';
import type { List } from '../pages.ts';
import type { SiteTypes } from '../sites.ts';
import { createSubmission, type Submission, type WaitForOptions, waitForRecord } from '../submission.ts';
import { paces } from '../wait.ts';
import { listOf, neverAccepted, neverRecord, readOptions, submit, submitOptions } from './requests.ts';

/** Batches of texts, images and videos. */
export interface Batches<T extends SiteTypes> {
  /**
   * Submits up to ten texts, twenty images and ten videos. Charges the credits of all of them, or none. Waited for, it is
   * explained in the language of its texts, unless the options name another.
   */
  readonly create: (
    body: T['batchBody'],
    options?: SubmitOptions & T['explained'],
  ) => Submission<T['batchAccepted'], T['batch']>;
  /** Prices a submission before it is made; charges and keeps nothing. */
  readonly quote: (body: T['batchBody'], options?: RequestOptions) => Promise<Quote>;
  /** Lists batches, newest first. */
  readonly list: (query?: T['batchQuery'], options?: RequestOptions) => List<T['batchItem'], T['batchList']>;
  /** Gets a batch with its items. 404 in another scope. */
  readonly get: (id: string, options?: RequestOptions & T['explained']) => Promise<T['batch']>;
  /** Waits for the result of a batch that was submitted before. */
  readonly wait: (id: string, options?: WaitForOptions & T['explained']) => Promise<T['batch']>;
  /** Deletes a batch and the checks of its items for good; items that are processing are cancelled and their credits come back. */
  readonly delete: (id: string, options?: RequestOptions) => Promise<T['batchDeleted']>;
}

const path = '/batches';
const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;

/** Says whether all of its items have ended: its result is there then, also where every item failed. */
const isEnded = ({ result }: SiteTypes['batch']) => result !== null;

/** The language of explanations, which is chosen when a record is read. */
interface Explained {
  readonly explainLocale?: string | undefined;
}

/** Returns the language of the texts and images of a batch. */
const languageOf = (body: SiteTypes['batchBody']) =>
  'explainLocale' in body ? body.explainLocale : undefined;

/** Builds the batches of a site. */
export function batches<T extends SiteTypes>(api: Api): Batches<T> {
  const get = (id: string, { explainLocale, ...options }: RequestOptions & Explained = {}) =>
    api.request<T['batch']>({ method: 'GET', path: pathOf(id), query: { explainLocale }, options });
  return {
    create(body, { explainLocale = languageOf(body), ...given }: SubmitOptions & Explained = {}) {
      const options = submitOptions(given);
      return createSubmission<T['batchAccepted'], T['batch']>({
        pace: paces.batch,
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
      return waitForRecord(id, { pace: paces.batch, isEnded, read }, options);
    },
    delete: (id, options) => api.request({ method: 'DELETE', path: pathOf(id), options }),
  };
}
