import type { Quote } from '../contract/schemas.ts';
import type { Api, ApiRequest, RequestOptions, SubmitOptions } from '../http/api.ts';
import type { List } from '../pages.ts';
import type { IdTypes, MainTypes, SiteTypes, UsTypes } from '../sites.ts';
import { createSubmission, type Submission, type WaitForOptions, waitForRecord } from '../submission.ts';
import { paces } from '../wait.ts';
import { listOf, readOptions, submitOptions, submitWaiting } from './requests.ts';

/** Text checks of any site. */
interface TextChecksOf<T extends SiteTypes> {
  /** Submits a text. Charges credits. */
  readonly create: (body: T['textBody'], options?: SubmitOptions) => Submission<T['textAccepted'], T['text']>;
  /** Prices a submission before it is made; charges and keeps nothing. */
  readonly quote: (body: T['textBody'], options?: RequestOptions) => Promise<Quote>;
  /** Lists checks, newest first. */
  readonly list: (query?: T['textQuery'], options?: RequestOptions) => List<T['textItem'], T['textList']>;
  /** Gets a check with its findings. 404 in another scope. */
  readonly get: (id: string, options?: RequestOptions) => Promise<T['text']>;
  /** Waits for the end of a check that was submitted before, and of a rewrite of it that runs. */
  readonly wait: (id: string, options?: WaitForOptions) => Promise<T['text']>;
  /** Deletes a check for good; one that is processing is cancelled and its credits come back. */
  readonly delete: (id: string, options?: RequestOptions) => Promise<T['textDeleted']>;
}

/** Text checks of an international site. */
export interface IntlTextChecks<T extends UsTypes | IdTypes> extends TextChecksOf<T> {
  /** Rewrites a checked text: waited for, `fixedText` of the check is the new text. Charges credits. */
  readonly fix: (id: string, options?: SubmitOptions) => Submission<T['fixAccepted'], T['text']>;
  /** Prices a rewrite before it is made; charges and keeps nothing. */
  readonly quoteFix: (id: string, options?: RequestOptions) => Promise<Quote>;
}

/** Text checks of the Chinese site. */
export interface MainTextChecks extends TextChecksOf<MainTypes> {
  /** Rewrites a checked text: waited for, the last of the check's `fixes` is the new text. Charges credits. */
  readonly fix: (
    id: string,
    body?: MainTypes['fixBody'],
    options?: SubmitOptions,
  ) => Submission<MainTypes['fixAccepted'], MainTypes['text']>;
  /** Prices a rewrite before it is made; charges and keeps nothing. */
  readonly quoteFix: (id: string, body?: MainTypes['fixBody'], options?: RequestOptions) => Promise<Quote>;
}

const path = '/text/checks';
const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;

type Checks = UsTypes['text'] | IdTypes['text'] | MainTypes['text'];

const isRecord = <R extends Checks>(answer: R | { readonly id: string }): answer is R => 'risks' in answer;
const isEnded = (record: Checks) => record.status !== 'processing' && record.fixStatus !== 'processing';

/** Builds what an acceptance says, of a record that was waited for. */
const acceptedAs =
  <A>(state: 'status' | 'fixStatus') =>
  ({ id, object, creditCost }: Checks): A =>
    ({ id, object, [state]: 'processing', ...(creditCost !== undefined && { creditCost }) }) as A;

function textChecksOf<T extends SiteTypes>(api: Api) {
  const get = (id: string, options?: RequestOptions) =>
    api.request<T['text']>({ method: 'GET', path: pathOf(id), options });
  const submit = <A extends { readonly id: string; readonly creditCost?: number }>(
    request: Pick<ApiRequest, 'path' | 'body'>,
    accepted: (record: T['text']) => A,
    given?: SubmitOptions,
  ): Submission<A, T['text']> => {
    const options = submitOptions(given);
    // Only the answer to a submission has its cost: a record that is read later is given it.
    let cost: { readonly creditCost?: number } = {};
    return createSubmission<A, T['text']>({
      pace: paces.text,
      isEnded,
      isRecord,
      accepted,
      async send(wait) {
        const answer = await submitWaiting<A | T['text']>(api, request, options, wait);
        if (answer.creditCost !== undefined) cost = { creditCost: answer.creditCost };
        return answer;
      },
      read: async (id, { signal }) => ({ ...(await get(id, readOptions(options, signal))), ...cost }),
    });
  };
  const fix = (id: string, body: MainTypes['fixBody'] | undefined, options?: SubmitOptions) =>
    submit<T['fixAccepted']>({ path: `${pathOf(id)}/fix`, body }, acceptedAs('fixStatus'), options);
  const quoteFix = (id: string, body: MainTypes['fixBody'] | undefined, options?: RequestOptions) =>
    api.request<Quote>({ method: 'POST', path: `${pathOf(id)}/fix/quote`, body, options });
  const checks: TextChecksOf<T> = {
    create: (body, options) => submit<T['textAccepted']>({ path, body }, acceptedAs('status'), options),
    quote: (body, options) => api.request({ method: 'POST', path: `${path}/quote`, body, options }),
    list: (query, options) => listOf(api, path, query, options),
    get,
    wait: (id, options) => waitForRecord(id, { pace: paces.text, isEnded, read: get }, options),
    delete: (id, options) => api.request({ method: 'DELETE', path: pathOf(id), options }),
  };
  return { checks, fix, quoteFix };
}

/** Builds the text checks of an international site. */
export function intlTextChecks<T extends UsTypes | IdTypes>(api: Api): IntlTextChecks<T> {
  const { checks, fix, quoteFix } = textChecksOf<T>(api);
  return {
    ...checks,
    fix: (id, options) => fix(id, undefined, options),
    quoteFix: (id, options) => quoteFix(id, undefined, options),
  };
}

/** Builds the text checks of the Chinese site. */
export function mainTextChecks(api: Api): MainTextChecks {
  const { checks, fix, quoteFix } = textChecksOf<MainTypes>(api);
  return {
    ...checks,
    fix: (id, body = {}, options) => fix(id, body, options),
    quoteFix: (id, body = {}, options) => quoteFix(id, body, options),
  };
}
