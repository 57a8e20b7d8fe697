import { z } from 'zod';
import type { MediaObjects } from '../sites/site.ts';
import { acceptedSchema, commonFailures, deletedSchema, failures, listSchema, success } from './envelope.ts';
import { quoteDescription, quoteSchema } from './quotes.ts';
import { uploadPolicyRecord } from './uploads.ts';

/** The schemas of one kind of check that differ between sites. */
interface CheckParts<
  B extends z.ZodTypeAny,
  Q extends z.AnyZodObject,
  R extends z.ZodTypeAny,
  I extends z.ZodTypeAny,
> {
  readonly objects: MediaObjects;
  readonly body: B;
  /** Query of the list. */
  readonly query: Q;
  readonly record: R;
  readonly item: I;
}

const byId = z.object({ id: z.string() });
const submission = { ...commonFailures, 402: failures[402], 403: failures[403] } as const;
const ofOne = { ...commonFailures, 404: failures[404] } as const;

/** Builds the routes of image checks, which are the same on every site (documents 1 to 3). */
export function imageCheckRoutes<
  B extends z.ZodTypeAny,
  Q extends z.AnyZodObject,
  R extends z.ZodTypeAny,
  I extends z.ZodTypeAny,
>({ objects, body, query, record, item }: CheckParts<B, Q, R, I>) {
  return {
    createImageCheck: {
      method: 'POST',
      path: '/image/checks',
      summary: 'Check an image',
      description:
        'Charges credits and answers with the whole record, within a minute and usually in seconds. Read its `status`: an image that could not be fetched or looked at is `failed` and refunded, and still answered with 201. 404 only comes to a retry with the `Idempotency-Key` of a check that was deleted.',
      body,
      responses: { ...submission, 404: failures[404], 201: success(record) },
    },
    quoteImageCheck: {
      method: 'POST',
      path: '/image/checks/quote',
      summary: 'Price an image check before submitting it',
      description: quoteDescription,
      body,
      responses: { ...commonFailures, 200: success(quoteSchema), 403: failures[403] },
    },
    listImageChecks: {
      method: 'GET',
      path: '/image/checks',
      summary: 'List image checks, newest first',
      query,
      responses: { ...commonFailures, 200: success(listSchema(item)) },
    },
    getImageCheck: {
      method: 'GET',
      path: '/image/checks/:id',
      summary: 'Get an image check',
      pathParams: byId,
      responses: { ...ofOne, 200: success(record) },
    },
    deleteImageCheck: {
      method: 'DELETE',
      path: '/image/checks/:id',
      summary: 'Delete an image check',
      description: 'Irreversible; an uploaded file is removed afterwards.',
      pathParams: byId,
      body: null,
      responses: { ...ofOne, 200: success(deletedSchema(objects.imageCheck)) },
    },
  } as const;
}

/** Builds the routes of video checks, which are the same on every site; `explained` is the query of a single one. */
export function videoCheckRoutes<
  B extends z.ZodTypeAny,
  Q extends z.AnyZodObject,
  R extends z.ZodTypeAny,
  I extends z.ZodTypeAny,
  E extends z.AnyZodObject,
>({ objects, body, query, record, item, explained }: CheckParts<B, Q, R, I> & { readonly explained: E }) {
  return {
    createVideoCheck: {
      method: 'POST',
      path: '/video/checks',
      summary: 'Submit a video check',
      description:
        'Charges a credit for each declared second and answers at once; poll the record every 5 to 10 seconds until it is completed or failed and its transcript is no longer processing. What fails is refunded in full.',
      body,
      responses: { ...submission, 201: success(acceptedSchema(objects.videoCheck)) },
    },
    quoteVideoCheck: {
      method: 'POST',
      path: '/video/checks/quote',
      summary: 'Price a video check before submitting it',
      description: quoteDescription,
      body,
      responses: { ...commonFailures, 200: success(quoteSchema), 403: failures[403] },
    },
    listVideoChecks: {
      method: 'GET',
      path: '/video/checks',
      summary: 'List video checks, newest first',
      query,
      responses: { ...commonFailures, 200: success(listSchema(item)) },
    },
    getVideoCheck: {
      method: 'GET',
      path: '/video/checks/:id',
      summary: 'Get a video check',
      pathParams: byId,
      query: explained,
      responses: { ...ofOne, 200: success(record) },
    },
    deleteVideoCheck: {
      method: 'DELETE',
      path: '/video/checks/:id',
      summary: 'Delete a video check',
      description:
        'Irreversible; an uploaded file is removed afterwards. A check that is still processing is cancelled and its credits come back.',
      pathParams: byId,
      body: null,
      responses: { ...ofOne, 200: success(deletedSchema(objects.videoCheck)) },
    },
  } as const;
}

/** Builds the route of uploads, which is the same on every site. */
export function uploadRoutes<B extends z.ZodTypeAny>(objects: MediaObjects, body: B) {
  return {
    createUploadPolicy: {
      method: 'POST',
      path: '/uploads/policy',
      summary: 'Get credentials for one upload',
      description:
        'Free of charge. Post the file to `host` as a multipart form, `fields` first and then `file`, within 5 minutes; afterwards it lies at `{cdnHost}/{key}`, which goes into `imageUrl` or `videoUrl`.',
      body,
      responses: { ...commonFailures, 201: success(uploadPolicyRecord(objects)), 403: failures[403] },
    },
  } as const;
}
