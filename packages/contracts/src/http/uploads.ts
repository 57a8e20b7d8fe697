import { z } from 'zod';
import type { MediaObjects } from '../sites/site.ts';
import { choiceSchema, textSchema } from '../strings.ts';

export const uploadKinds = ['image', 'video'] as const;

const kind = choiceSchema('kind', uploadKinds);
const filename = textSchema('filename', 1, 255, {
  pattern: /[^./\\]\.[A-Za-z0-9]{1,10}$/,
  sentence: 'filename must end in an extension, as in photo.jpg',
}).describe('With its extension, which the suggested key keeps; the rest of the name is not used');

/** Body on an international site. */
export const uploadPolicyBody = z.object({ kind, filename: filename.optional() });
/** Body on the main site. */
export const mainUploadPolicyBody = z.object({ kind, filename });

/** The fields of the form, by the names that it has them under; `file` comes after them. */
const formFieldsSchema = z.object({
  key: z.string(),
  policy: z.string(),
  StoreAccessKeyId: z.string().describe('The `accessKeyId`'),
  signature: z.string(),
});

/** The credentials of an upload, on any site. */
export const uploadPolicySchema = z.object({
  kind: z.enum(uploadKinds),
  host: z
    .string()
    .describe(
      'Where the form is posted, with the fields `key`, `policy`, `StoreAccessKeyId`, `signature`, `file`',
    ),
  fields: formFieldsSchema
    .optional()
    .describe(
      'The fields of the form as they are to be sent, before `file`: each name with its value. `key` may be replaced by another one below `dir`. Absent only in replies of an engine of an older version',
    ),
  cdnHost: z.string().describe('The file lies at `{cdnHost}/{key}` afterwards'),
  dir: z.string().describe('What `key` must begin with'),
  key: z.string().describe('A key that may be used as it is'),
  policy: z.string().describe('Base64'),
  accessKeyId: z.string(),
  signature: z.string(),
  maxSizeBytes: z.number().int(),
  expiresAt: z.string().datetime(),
  contentTypes: z.array(z.string()).describe('Types of files that are accepted'),
  direct: z
    .object({ url: z.string(), fields: z.record(z.string()) })
    .optional()
    .describe('A presigned form for the object store itself, where there is one'),
});

/** Builds an upload policy as a site renders it. */
export const uploadPolicyRecord = ({ uploadPolicy }: MediaObjects) =>
  uploadPolicySchema.extend({ object: z.literal(uploadPolicy) });
