import { z } from 'zod';
import { commonFailures, failures, success } from './envelope.ts';
import { dismissalBody, dismissalQuery, noticeBody, noticeHit } from './qualifications.ts';

const done = success(z.object({ ok: z.literal(true) }));
const dismissals = '/qualifications/dismissals';

/** The routes of qualification notices, and of their dismissals by a scope. */
export const qualificationRoutes = {
  findNotices: {
    method: 'POST',
    path: '/qualifications/notice',
    summary: 'Find the qualification notices of a piece of content',
    description:
      'Free of charge; changes no verdict. Hits come in the order prohibited, filing, report-white, qualification; an empty list means that there is nothing to show. An industry is found by declaration or by keywords of the text that were confirmed to be meant.',
    body: noticeBody,
    responses: { ...commonFailures, 201: success(z.object({ hits: z.array(noticeHit) })) },
  },
  dismissNotice: {
    method: 'POST',
    path: dismissals,
    summary: 'Dismiss a notice in the current tenant scope',
    description: 'Idempotent. What cannot be dismissed is answered the same way and stays.',
    body: dismissalBody,
    responses: { ...commonFailures, 201: done, 403: failures[403] },
  },
  listDismissals: {
    method: 'GET',
    path: dismissals,
    summary: 'List what the current tenant scope has dismissed',
    responses: { ...commonFailures, 200: success(z.object({ keys: z.array(z.string()) })) },
  },
  restoreNotice: {
    method: 'DELETE',
    path: dismissals,
    summary: 'Take a dismissal back',
    description: 'Idempotent.',
    query: dismissalQuery,
    body: null,
    responses: { ...commonFailures, 200: done },
  },
} as const;
