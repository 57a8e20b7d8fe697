import { z } from 'zod';
import { uploadKinds, uploadPolicySchema } from '../http/uploads.ts';
import { refusalFields } from './refused.ts';
import { request, scopeSchema } from './rows.ts';

/** Requests of the gateway to the media engine about uploads. */
export const uploadRequests = {
  /** Issues credentials for one upload below the scope's own prefix. */
  policy: request({
    subject: 'rpc.media.uploads.policy',
    request: z.object({ scope: scopeSchema, kind: z.enum(uploadKinds), filename: z.string().nullable() }),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('issued'), policy: uploadPolicySchema }),
      z.object({
        outcome: z.literal('refused'),
        /** `invalid_request` if left out. */
        code: z.enum(['invalid_request', 'storage_limit']).optional(),
        ...refusalFields,
      }),
    ]),
    timeoutMs: 3_000,
  }),
} as const;
