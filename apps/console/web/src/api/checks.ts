import type { MainTextFixBody, SiteId } from '@redline/client';
import { queryOptions } from '@tanstack/react-query';
import type { TextCheck } from '../marks/findings.ts';
import type { CheckBody } from '../samples/samples.ts';
import { request } from './request.ts';

/** The price of a submission. */
export interface Quote {
  readonly creditCost: number;
  /** Credits that an automatic rewrite would take after the check. */
  readonly laterCreditCost: number;
  readonly currentBalance: number;
  readonly isCovered: boolean;
}

/** Longer than a text takes; past it the page asks again. */
const waitSeconds = 10;
const pollMs = 1_000;

const pathOf = (site: SiteId, rest: string) => `/api/sites/${site}/text/checks${rest}`;
const ofCheck = (site: SiteId, id: string, rest = '') => pathOf(site, `/${encodeURIComponent(id)}${rest}`);

export const isRunning = (check: TextCheck): boolean =>
  check.status === 'processing' || check.fixStatus === 'processing';

/** A text check, read again until it has ended. */
export const checkQuery = (site: SiteId, id: string) =>
  queryOptions({
    queryKey: ['check', site, id],
    queryFn: ({ signal }) => request<TextCheck>(ofCheck(site, id), { signal }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? pollMs : false),
  });

/** The submission: the record where it ended while the API waited, else its id. */
export type Submitted = TextCheck | { readonly id: string };

/** Tells a record from the answer that a submission was accepted. */
export const isRecord = (answer: Submitted): answer is TextCheck => 'risks' in answer;

export const quoteCheck = (site: SiteId, body: CheckBody, signal: AbortSignal) =>
  request<Quote>(pathOf(site, '/quote'), { method: 'POST', body, signal });

/** @param key is the same for a repeat of the same submission, which then is paid once */
export const submitCheck = (site: SiteId, body: CheckBody, key: string) =>
  request<Submitted>(pathOf(site, `?wait=${waitSeconds}`), {
    method: 'POST',
    body,
    headers: { 'idempotency-key': key },
  });

export const quoteFix = (site: SiteId, id: string, body: MainTextFixBody, signal: AbortSignal) =>
  request<Quote>(ofCheck(site, id, '/fix/quote'), { method: 'POST', body, signal });

/** @param key as of `submitCheck` */
export const submitFix = (site: SiteId, id: string, body: MainTextFixBody, key: string) =>
  request<Submitted>(ofCheck(site, id, `/fix?wait=${waitSeconds}`), {
    method: 'POST',
    body,
    headers: { 'idempotency-key': key },
  });
