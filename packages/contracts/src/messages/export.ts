import { z } from 'zod';
import { uploadKinds } from '../http/uploads.ts';
import { request, scopeSchema } from './rows.ts';

/** The last record of a page; the next page begins with the record made before it. */
const recordCursor = z.object({ createdAt: z.string().datetime(), id: z.string() });
export type RecordCursor = z.infer<typeof recordCursor>;

/** The maximum of records in one page. */
export const exportPageMax = 500;

const recordIds = (subject: string) =>
  request({
    subject,
    request: z.object({ scope: scopeSchema, after: recordCursor.nullable() }),
    reply: z.object({ ids: z.array(z.string()).max(exportPageMax), next: recordCursor.nullable() }),
    timeoutMs: 5_000,
  });

/**
 * Requests of the operator's export to the owners of records. Ids of the records that the scope's list has, newest first:
 * other than a numbered page, one that begins after a record neither shifts nor slows as records come and go.
 */
export const exportRequests = {
  text: recordIds('rpc.text.record-ids'),
  image: recordIds('rpc.media.image.record-ids'),
  video: recordIds('rpc.media.video.record-ids'),
  batch: recordIds('rpc.batch.record-ids'),
  /** The uploaded files of an account that are still stored, in the order of their keys. */
  uploads: request({
    subject: 'rpc.media.uploads.list',
    request: z.object({
      accountId: z.string(),
      after: z.string().nullable(),
      limit: z.number().int().min(1).max(exportPageMax).default(exportPageMax),
    }),
    reply: z.object({
      uploads: z.array(
        z.object({
          key: z.string(),
          siteId: z.string(),
          tenantId: z.string(),
          kind: z.enum(uploadKinds),
          contentType: z.string().nullable(),
          sizeBytes: z.number().int().nullable(),
          createdAt: z.string().datetime(),
          url: z.string().describe('Signed, for an hour'),
        }),
      ),
      next: z.string().nullable(),
    }),
    timeoutMs: 10_000,
  }),
} as const;
