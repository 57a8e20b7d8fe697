import type {
  MainDismissalBody,
  MainDismissals,
  MainDismissed,
  MainNoticeQuestion,
  MainNotices,
} from '../contract/schemas.ts';
import type { Api, RequestOptions } from '../http/api.ts';

/** The qualifications that a trade must show, on the Chinese site. */
export interface Qualifications {
  /** Finds the notices of a piece of content. Free of charge. */
  readonly findNotices: (body: MainNoticeQuestion, options?: RequestOptions) => Promise<MainNotices>;
  /** Dismisses a notice in the scope, by the `dismissKey` of a hit. */
  readonly dismiss: (body: MainDismissalBody, options?: RequestOptions) => Promise<MainDismissed>;
  /** Lists what the scope has dismissed. */
  readonly listDismissals: (options?: RequestOptions) => Promise<MainDismissals>;
  /** Takes a dismissal back. */
  readonly restore: (dismissKey: string, options?: RequestOptions) => Promise<MainDismissed>;
}

const dismissals = '/qualifications/dismissals';

/** Builds the qualifications of the Chinese site. */
export const qualifications = (api: Api): Qualifications => ({
  findNotices: (body, options) =>
    api.request({ method: 'POST', path: '/qualifications/notice', body, options }),
  dismiss: (body, options) => api.request({ method: 'POST', path: dismissals, body, options }),
  listDismissals: (options) => api.request({ method: 'GET', path: dismissals, options }),
  restore: (key, options) => api.request({ method: 'DELETE', path: dismissals, query: { key }, options }),
});
