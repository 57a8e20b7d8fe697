import { initContract } from '@ts-rest/core';
import { z } from 'zod';

/** The measure that `GET` of a check is held against: the least a route of this house can do. */
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
