import { initContract } from '@ts-rest/core';
import { z } from 'zod';

/** The reference of `GET` of a check: the minimum that any route does. */
export interface ReferenceTables {
  reference: { id: string; record: unknown };
}

export const referenceRow = {
  subject: 'rpc.reference.get',
  request: z.object({ id: z.string() }),
  reply: z.object({ record: z.unknown() }),
  timeoutMs: 5_000,
} as const;

export const referenceContract = initContract().router({
  get: {
    method: 'GET',
    path: '/reference/:id',
    pathParams: z.object({ id: z.string() }),
    responses: { 200: z.object({ record: z.unknown() }) },
  },
});
