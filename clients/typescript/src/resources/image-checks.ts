import type { Quote } from '../contract/schemas.ts';
import type { Api, RequestOptions, SubmitOptions } from '../http/api.ts';
import type { List } from '../pages.ts';
import type { SiteTypes } from '../sites.ts';
import { type WaitForOptions, waitForRecord } from '../submission.ts';
import { paces } from '../wait.ts';
import { listOf, submitOptions } from './requests.ts';

/** Image checks. */
export interface ImageChecks<T extends SiteTypes> {
  /**
   * Checks an image: the answer, within a minute and usually in seconds, is the record with its verdict, also as `failed`:
   * look at its `status`. It is `processing` where the server could not wait for that. Charges credits.
   */
  readonly create: (body: T['imageBody'], options?: SubmitOptions) => Promise<T['image']>;
  /** Prices a submission before it is made; charges and keeps nothing. */
  readonly quote: (body: T['imageBody'], options?: RequestOptions) => Promise<Quote>;
  /** Lists checks, newest first. */
  readonly list: (query?: T['imageQuery'], options?: RequestOptions) => List<T['imageItem'], T['imageList']>;
  /** Gets a check with its findings. 404 in another scope. */
  readonly get: (id: string, options?: RequestOptions) => Promise<T['image']>;
  /** Waits for the end of a check that was submitted before. @throws as `Submission.wait` */
  readonly wait: (id: string, options?: WaitForOptions) => Promise<T['image']>;
  /** Deletes a check for good; an uploaded file is removed afterwards. */
  readonly delete: (id: string, options?: RequestOptions) => Promise<T['imageDeleted']>;
}

const path = '/image/checks';
const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;

/** Builds the image checks of a site. */
export function imageChecks<T extends SiteTypes>(api: Api): ImageChecks<T> {
  const get = (id: string, options?: RequestOptions) =>
    api.request<T['image']>({ method: 'GET', path: pathOf(id), options });
  const isEnded = ({ status }: T['image']) => status !== 'processing';
  return {
    create: (body, options) => api.request({ method: 'POST', path, body, options: submitOptions(options) }),
    quote: (body, options) => api.request({ method: 'POST', path: `${path}/quote`, body, options }),
    list: (query, options) => listOf(api, path, query, options),
    get,
    wait: (id, options) => waitForRecord(id, { pace: paces.image, isEnded, read: get }, options),
    delete: (id, options) => api.request({ method: 'DELETE', path: pathOf(id), options }),
  };
}
