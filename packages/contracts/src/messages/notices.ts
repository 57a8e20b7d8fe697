import { z } from 'zod';
import { noticeBody, noticeHit } from '../http/qualifications.ts';
import { request, scopeSchema } from './rows.ts';

const key = z.string();
const done = z.object({});
const timeoutMs = 5_000;

/** Requests of the gateway to the text engine about qualification notices. */
export const noticeRequests = {
  find: request({
    subject: 'rpc.text.notices',
    request: z.object({ scope: scopeSchema, question: noticeBody }),
    reply: z.object({ hits: z.array(noticeHit) }),
    /** A model that confirms keywords may be slow. */
    timeoutMs: 10_000,
  }),
  /** Dismisses a notice; stores nothing for a key that cannot be dismissed. */
  dismiss: request({
    subject: 'rpc.text.notice-dismiss',
    request: z.object({ scope: scopeSchema, key }),
    reply: done,
    timeoutMs,
  }),
  restore: request({
    subject: 'rpc.text.notice-restore',
    request: z.object({ scope: scopeSchema, key }),
    reply: done,
    timeoutMs,
  }),
  dismissals: request({
    subject: 'rpc.text.notice-dismissals',
    request: z.object({ scope: scopeSchema }),
    reply: z.object({ keys: z.array(key) }),
    timeoutMs,
  }),
} as const;
