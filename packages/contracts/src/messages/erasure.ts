import { z } from 'zod';
import { request } from './rows.ts';

/** Services that hold data of accounts beside billing, in the order in which they are asked to erase it: keys go first. */
export const dataOwners = [
  'gateway',
  'webhooks',
  'console',
  'batch-orchestrator',
  'text-engine',
  'media-engine',
  'report',
] as const;
export type DataOwner = (typeof dataOwners)[number];

/** Numbers of rows, by table. */
const rowCounts = z.record(z.string(), z.number().int().nonnegative());

/** The maximum to which rows that are left are counted, in each table. */
export const leftCountMax = 1_000;

const eraseRequest = (subject: string) =>
  request({
    subject,
    request: z.object({ accountId: z.string() }),
    reply: z.object({
      removed: rowCounts.describe('Rows removed by this request'),
      left: rowCounts.describe('Rows still there, up to 1,000 of each table; empty if there are none'),
    }),
    timeoutMs: 20_000,
  });

/**
 * Requests of billing to the owners of an account's data. Each removes a bounded part and says what is left, and is
 * repeated until nothing is.
 */
export const erasureRequests = {
  gateway: eraseRequest('rpc.gateway.account-erase'),
  console: eraseRequest('rpc.console.account-erase'),
  'text-engine': eraseRequest('rpc.text.account-erase'),
  'media-engine': eraseRequest('rpc.media.account-erase'),
  'batch-orchestrator': eraseRequest('rpc.batch.account-erase'),
  report: eraseRequest('rpc.report.account-erase'),
  webhooks: eraseRequest('rpc.webhooks.account-erase'),
} as const;

/** How far the erasure of an account is. */
export const erasureSchema = z.object({
  accountId: z.string(),
  askedBy: z.string(),
  askedAt: z.string().datetime(),
  notBefore: z
    .string()
    .datetime()
    .describe('Only after this time may it end: what was accepted before it began has arrived by then'),
  finishedAt: z.string().datetime().nullable(),
  services: z.array(
    z.object({
      service: z.string(),
      askedAt: z.string().datetime().nullable().describe('When it last answered'),
      removed: rowCounts.describe('In all'),
      left: rowCounts,
      failure: z.string().nullable().describe('Why it did not answer the last time'),
    }),
  ),
});
export type Erasure = z.infer<typeof erasureSchema>;
