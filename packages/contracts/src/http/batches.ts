import { z } from 'zod';
import { failureField } from '../failures.ts';
import type { InternationalSite } from '../sites/site.ts';
import { choiceSchema, numberSchema, textSchema, urlSchema } from '../strings.ts';
import { pagingSchema } from './envelope.ts';
import { mediaRiskLevels, pixels } from './media.ts';
import { checkStatuses, textRiskLevels } from './text-checks.ts';
import { transcriptStatus } from './video-checks.ts';

/** The limits of a batch (documents 1 to 3, Limits; document 4: forty items in all on every site). */
export const batchLimits = { texts: 10, images: 20, videos: 10, nameLength: 60 } as const;
/** Characters of a text. Shorter texts are dropped silently on the international sites and refused on the main site. */
export const batchTextLength = { min: 10, max: 5_000 } as const;

export const batchItemKinds = ['text', 'image', 'video'] as const;
export type BatchItemKind = (typeof batchItemKinds)[number];
/** States of a batch. `pending` belongs to the main site's contract; the service never uses it (document 4). */
export const batchStatuses = ['processing', 'completed', 'failed'] as const;
export const batchResults = ['PASS', 'REJECT'] as const;

const title = (name: string) => textSchema(name, 1, 500);

/** Error messages name a field of an entry without its place in the list, which the gateway adds. */
const notAFile = { invalid_type_error: 'must be an object with url, name and size' };

/** Builds the schema of the images of a batch; `bytesMax` is the largest size that may be declared. */
const imagesSchema = (bytesMax: number) =>
  z
    .array(
      z.object(
        {
          url: urlSchema('url'),
          name: title('name'),
          size: numberSchema('size', { min: 1, max: bytesMax, unit: 'bytes', whole: true }),
          width: pixels('width').optional(),
          height: pixels('height').optional(),
        },
        notAFile,
      ),
      { invalid_type_error: 'images must be a list' },
    )
    .max(batchLimits.images, `images must have at most ${batchLimits.images} entries`)
    .default([]);

const videosSchema = z
  .array(
    z.object(
      {
        url: urlSchema('url'),
        name: title('name'),
        size: numberSchema('size', { min: 0.01, max: 1024, unit: 'MB' }),
        duration: numberSchema('duration', { min: 1, max: 1_000_000, unit: 'seconds' }).describe(
          'Seconds, fractions included; billed by the whole second, rounded up',
        ),
        width: pixels('width').optional(),
        height: pixels('height').optional(),
      },
      notAFile,
    ),
    { invalid_type_error: 'videos must be a list' },
  )
  .max(batchLimits.videos, `videos must have at most ${batchLimits.videos} entries`)
  .default([]);

/**
 * Builds the fields of a batch that are the same on every site.
 * @param textMin minimum characters of a text; 0 if shorter ones are dropped later
 * @param imageBytesMax the largest image that may be declared
 */
export const declaredBatch = (textMin: number, imageBytesMax: number) => ({
  name: textSchema('name', 1, batchLimits.nameLength),
  texts: z
    .array(textSchema('an entry of texts', textMin, batchTextLength.max), {
      invalid_type_error: 'texts must be a list of strings',
    })
    .max(batchLimits.texts, `texts must have at most ${batchLimits.texts} entries`)
    .default([]),
  images: imagesSchema(imageBytesMax),
  videos: videosSchema,
});

interface Held {
  readonly texts: readonly string[];
  readonly images: readonly unknown[];
  readonly videos: readonly unknown[];
}

/** Returns whether any item is left after texts that are too short are dropped. */
export const holdsItems = ({ texts, images, videos }: Held): boolean =>
  images.length + videos.length > 0 || texts.some((text) => text.length >= batchTextLength.min);

export const emptyBatch = `texts, images and videos must hold at least one item; texts shorter than ${batchTextLength.min} characters do not count`;

/** Builds the body of a submission on one international site; texts that are too short are still in it. */
export function batchBody(site: InternationalSite) {
  return z
    .object({
      ...declaredBatch(0, Number.MAX_SAFE_INTEGER),
      platform: choiceSchema('platform', site.platforms),
      vertical: choiceSchema('vertical', site.verticals),
      explainLocale: choiceSchema('explainLocale', site.locales)
        .default(site.locales[0])
        .describe('Of the texts and images; the batch itself is explained in the language of the GET'),
    })
    .refine(holdsItems, emptyBatch);
}

/** Builds the query of a single batch: the locale of its explanations. */
export function batchExplained(site: InternationalSite) {
  return z.object({ explainLocale: choiceSchema('explainLocale', site.locales).default(site.locales[0]) });
}

/** Builds the query of the list. */
export const batchQuery = (site: InternationalSite) => pagingSchema.merge(batchExplained(site));

export const batchProgress = z.object({
  total: z.number().int(),
  done: z.number().int().describe('Items that have ended, the voice of a video included'),
  percent: z.number().int().min(0).max(100),
});

/** Fields of the state of a batch, on every site. */
export const batchState = {
  id: z.string(),
  name: z.string(),
  status: z.enum(batchStatuses).describe('failed only when every item failed'),
  failure: failureField,
  progress: batchProgress,
  result: z
    .enum(batchResults)
    .nullable()
    .describe('Null until all items have ended; an item that failed was never passed'),
  createdAt: z.string().datetime(),
  finishedAt: z.string().datetime().nullable(),
};

/** Fields of the state of one item, on every site. */
export const batchItemState = {
  kind: z.enum(batchItemKinds),
  checkId: z.string().describe('Use it with the single-item GET of its kind'),
  index: z.number().int().describe('Position in the submitted list of its kind, from 0'),
  status: z.enum(checkStatuses),
  failure: failureField,
  text: z.string().optional().describe('Of texts'),
  riskCount: z.number().int().optional().describe('Of texts'),
  labels: z.array(z.string()).optional().describe('Of images and videos'),
  transcriptStatus: transcriptStatus.optional().describe('Of videos'),
};

const summary = z.object({ violation: z.number().int(), sceneHint: z.number().int() });

const itemSchema = z.object({
  id: z.string().describe('Of the item, not of its check'),
  ...batchItemState,
  riskLevel: z
    .enum([...textRiskLevels, ...mediaRiskLevels])
    .nullable()
    .describe('Of texts safe, low, medium or high; of images and videos PASS, REVIEW or REJECT'),
  summary,
  image: z.object({ url: z.string(), title: z.string() }).optional(),
  video: z.object({ url: z.string(), title: z.string(), durationSeconds: z.number() }).optional(),
});

interface BatchParts<O extends z.ZodTypeAny, P extends z.ZodTypeAny, V extends z.ZodTypeAny> {
  readonly object: O;
  readonly platform: P;
  readonly vertical: V;
}

const record = <O extends z.ZodTypeAny, P extends z.ZodTypeAny, V extends z.ZodTypeAny>(
  parts: BatchParts<O, P, V>,
) => z.object({ ...batchState, ...parts, summary, items: z.array(itemSchema) });

const item = <O extends z.ZodTypeAny>(object: O) =>
  z.object({
    ...batchState,
    object,
    summary,
    counts: z.object({ texts: z.number().int(), images: z.number().int(), videos: z.number().int() }),
  });

/** Builds a batch of one international site. Items are in this order: texts, images, videos, each as submitted. */
export const batchRecord = (site: InternationalSite) =>
  record({
    object: z.literal(site.objects.batch),
    platform: z.enum(site.platforms),
    vertical: z.enum(site.verticals),
  });
/** A batch in a list. */
export const batchListItem = (site: InternationalSite) => item(z.literal(site.objects.batch));

/**
 * A submission, record and list item of any site as they are sent between services, after the gateway has validated
 * them.
 */
export const anyBatchBody = z.object({
  name: z.string(),
  platform: z.string(),
  vertical: z.string(),
  explainLocale: z.string(),
  texts: z.array(z.string()),
  images: z.array(
    z.object({
      url: z.string(),
      name: z.string(),
      size: z.number(),
      width: z.number().optional(),
      height: z.number().optional(),
    }),
  ),
  videos: z.array(
    z.object({
      url: z.string(),
      name: z.string(),
      size: z.number(),
      duration: z.number(),
      width: z.number().optional(),
      height: z.number().optional(),
    }),
  ),
});
export const anyBatchRecord = record({ object: z.string(), platform: z.string(), vertical: z.string() });
export const anyBatchListItem = item(z.string());
