import type { generateOpenApi } from '@ts-rest/open-api';
import { uploadExample } from './recorded-examples.ts';

type Paths = ReturnType<typeof generateOpenApi>['paths'];

const failures = {
  400: 'The form is malformed, has a second file or a wrong field, or the file is of another type than the extension of its key says',
  401: 'The policy is not signed by this service, or it has expired',
  403: 'The account stores as many files or bytes as it may (`storage_limit`)',
  404: 'There is no such file, it has been removed, or its address has expired',
  405: 'The path exists, the method does not; see the Allow header',
  408: 'The fields or the file were sent too slowly',
  413: 'The file is larger than its policy allows',
  415: 'The form is not multipart/form-data, or the file is of no accepted type',
  429: 'Too many files are being sent to or from this address, or for this account, at the same time; see Retry-After',
  500: 'Server error; it is safe to retry',
} as const;

/** The codes of these answers. */
const unstored = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'storage_limit',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'invalid_request',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
  500: 'internal',
} as const;

const headers = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } };
const json = (schema: object, example: object) => ({ 'application/json': { schema, example } });
const { form: sent, stored: answered } = uploadExample;
const failed = (...statuses: (keyof typeof failures)[]) =>
  Object.fromEntries(
    statuses.map((status) => {
      const schema = { $ref: '#/components/schemas/FileFailure' };
      const code = unstored[status];
      const body = {
        success: false,
        error: failures[status],
        code,
        requestId: '9fc11e2c-fbee-4677-bba2-de43c846effa',
      };
      const content = { 'application/json': { schema, example: body } };
      return [status, { description: failures[status], headers, content }];
    }),
  );

const signed = (example: string) => ({
  type: 'string' as const,
  minLength: 1,
  description: 'As the `fields` of the upload policy have it',
  example,
});
const form = {
  type: 'object',
  required: ['key', 'policy', 'StoreAccessKeyId', 'signature', 'file'],
  properties: {
    key: {
      type: 'string',
      minLength: 1,
      description:
        'As the `fields` of the upload policy have it, or another one that begins with its `dir`. Its extension, if it is one of a picture or a video, is that of the file',
      example: sent.key,
    },
    policy: signed(sent.policy),
    StoreAccessKeyId: signed(sent.StoreAccessKeyId),
    signature: signed(sent.signature),
    file: { type: 'string', format: 'binary', description: 'One file, after all fields' },
  },
} as const;
const upload = {
  type: 'object',
  required: ['key', 'url', 'contentType', 'sizeBytes'],
  properties: {
    key: { type: 'string', example: answered.data.key },
    url: {
      type: 'string',
      description: 'What goes into `imageUrl` or `videoUrl`',
      example: answered.data.url,
    },
    contentType: { type: 'string', example: answered.data.contentType },
    sizeBytes: { type: 'integer', example: answered.data.sizeBytes },
  },
};
const stored = {
  type: 'object',
  required: ['success', 'data'],
  properties: {
    success: { type: 'boolean', enum: [true] },
    data: { $ref: '#/components/schemas/StoredFile' },
  },
};
/** The schemas of uploads, beside those of the contracts. */
export const mediaSchemas = { UploadFormBody: form, StoredFile: upload } as const;

const ref = (name: keyof typeof mediaSchemas) => ({ $ref: `#/components/schemas/${name}` });

const file = { '*/*': { schema: { type: 'string', format: 'binary' } } } as const;

/** The paths of uploads and files, which the media engine serves through the gateway; they are in no contract. */
export const mediaPaths: Paths = {
  '/uploads': {
    post: {
      operationId: 'uploads.post',
      summary: 'Upload a file with an upload policy',
      description:
        'The form that an upload policy signs; its `host` is this address, and its `fields` are those of the form. All fields come before `file`, and a form has one file. The file lies at `{cdnHost}/{key}` afterwards; it is never overwritten, and is removed after 30 days or with its check. No API key: the policy is one.',
      tags: ['files'],
      security: [],
      requestBody: { required: true, content: { 'multipart/form-data': { schema: ref('UploadFormBody') } } },
      responses: {
        201: { description: 'Stored', headers, content: json(stored, answered) },
        ...failed(400, 401, 403, 405, 408, 413, 415, 429, 500),
      },
    },
  },
  '/assets/{key}': {
    get: {
      operationId: 'assets.get',
      summary: 'Get an uploaded file, or a picture of a video check',
      description:
        'Uploads are public; pictures are addressed with `expires` and `signature` by the record that shows them, for one hour. One range of bytes at a time.',
      tags: ['files'],
      security: [],
      parameters: [
        {
          name: 'key',
          in: 'path',
          required: true,
          description: 'With its slashes',
          example: answered.data.key,
          schema: { type: 'string' },
        },
        {
          name: 'expires',
          in: 'query',
          description: 'As the address of a picture has it: seconds since 1970',
          example: 1_764_405_000,
          schema: { type: 'integer' },
        },
        {
          name: 'signature',
          in: 'query',
          description: 'As the address of a picture has it',
          example: 'q1W8fJ0m3bq2m0hXxZ7p5v6yD4kTn9sR',
          schema: { type: 'string' },
        },
      ],
      responses: {
        200: { description: 'The file', headers, content: file },
        206: { description: 'The range that was asked for', headers, content: file },
        304: { description: 'The file is as `If-None-Match` says', headers },
        416: { description: 'The range lies outside the file', headers },
        ...failed(404, 405, 429, 500),
      },
    },
  },
};
