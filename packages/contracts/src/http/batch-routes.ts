import { z } from 'zod';
import { acceptedSchema, commonFailures, deletedSchema, failures, listSchema, success } from './envelope.ts';
import { quoteDescription, quoteSchema } from './quotes.ts';

/** The schemas of batches that differ between sites. */
interface BatchParts<
  B extends z.ZodTypeAny,
  Q extends z.AnyZodObject,
  E extends z.AnyZodObject,
  R extends z.ZodTypeAny,
  I extends z.ZodTypeAny,
> {
  readonly objects: { readonly batch: string };
  readonly body: B;
  /** Query of the list. */
  readonly query: Q;
  /** Query of a single batch. */
  readonly explained: E;
  readonly record: R;
  readonly item: I;
}

const byId = z.object({ id: z.string() });
const ofOne = { ...commonFailures, 404: failures[404] } as const;

/** Builds the routes of batches, which are the same on every site (documents 1 to 3). */
export function batchRoutes<
  B extends z.ZodTypeAny,
  Q extends z.AnyZodObject,
  E extends z.AnyZodObject,
  R extends z.ZodTypeAny,
  I extends z.ZodTypeAny,
>({ objects, body, query, explained, record, item }: BatchParts<B, Q, E, R, I>) {
  return {
    createBatch: {
      method: 'POST',
      path: '/batches',
      summary: 'Submit a batch of texts, images and videos',
      description:
        'Charges the credits of all items at once, or none, and answers at once; poll the batch until `result` is set. Each item that fails is refunded by itself.',
      body,
      responses: {
        ...commonFailures,
        201: success(acceptedSchema(objects.batch)),
        402: failures[402],
        403: failures[403],
      },
    },
    quoteBatch: {
      method: 'POST',
      path: '/batches/quote',
      summary: 'Price a batch before submitting it',
      description: quoteDescription,
      body,
      responses: { ...commonFailures, 200: success(quoteSchema), 403: failures[403] },
    },
    listBatches: {
      method: 'GET',
      path: '/batches',
      summary: 'List batches, newest first',
      query,
      responses: { ...commonFailures, 200: success(listSchema(item)) },
    },
    getBatch: {
      method: 'GET',
      path: '/batches/:id',
      summary: 'Get a batch with its items',
      pathParams: byId,
      query: explained,
      responses: { ...ofOne, 200: success(record) },
    },
    deleteBatch: {
      method: 'DELETE',
      path: '/batches/:id',
      summary: 'Delete a batch and the checks of its items',
      description:
        'Irreversible; uploaded files are removed afterwards. Items that are still processing are cancelled and their credits come back.',
      pathParams: byId,
      body: null,
      responses: { ...ofOne, 200: success(deletedSchema(objects.batch)) },
    },
  } as const;
}
