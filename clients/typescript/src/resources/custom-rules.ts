import type { CustomRuleChange } from '../contract/schemas.ts';
import type { Api, RequestOptions } from '../http/api.ts';
import type { SiteTypes } from '../sites.ts';

/** Words of your own, which are looked for in every check. */
export interface CustomRules<T extends SiteTypes> {
  /** Adds a word. 400 when it is in the list already, or the list is full. */
  readonly create: (body: T['customRuleBody'], options?: RequestOptions) => Promise<T['customRule']>;
  /** Lists all words of the scope, newest first. */
  readonly list: (options?: RequestOptions) => Promise<T['customRuleList']>;
  /** Changes a word: only what is given; null clears `replacement` and `note`. */
  readonly update: (id: string, body: CustomRuleChange, options?: RequestOptions) => Promise<T['customRule']>;
  /** Deletes a word for good. */
  readonly delete: (id: string, options?: RequestOptions) => Promise<T['customRuleDeleted']>;
  /** Adds up to 2,000 words; those that are in the list already are skipped. */
  readonly import: (
    body: T['customRuleImportBody'],
    options?: RequestOptions,
  ) => Promise<T['customRuleImportResult']>;
  /** Gets the number of words in use, and how many the plan allows. */
  readonly quota: (options?: RequestOptions) => Promise<T['customRuleQuota']>;
  /** Gets the switch of all words. */
  readonly settings: (options?: RequestOptions) => Promise<T['customRuleSettings']>;
  /** Turns all words on or off; they are kept. */
  readonly updateSettings: (
    body: { readonly enabled: boolean },
    options?: RequestOptions,
  ) => Promise<T['customRuleSettings']>;
}

const path = '/custom-rules';
const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;

/** Builds the custom words of a site. */
export const customRules = <T extends SiteTypes>(api: Api): CustomRules<T> => ({
  create: (body, options) => api.request({ method: 'POST', path, body, options }),
  list: (options) => api.request({ method: 'GET', path, options }),
  update: (id, body, options) => api.request({ method: 'PATCH', path: pathOf(id), body, options }),
  delete: (id, options) => api.request({ method: 'DELETE', path: pathOf(id), options }),
  import: (body, options) => api.request({ method: 'POST', path: `${path}/bulk-import`, body, options }),
  quota: (options) => api.request({ method: 'GET', path: `${path}/quota`, options }),
  settings: (options) => api.request({ method: 'GET', path: `${path}/settings`, options }),
  updateSettings: (body, options) =>
    api.request({ method: 'PATCH', path: `${path}/settings`, body, options }),
});
