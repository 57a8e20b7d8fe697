import { z } from 'zod';
import { main } from '../sites/main.ts';
import { choiceSchema } from '../strings.ts';
import {
  anyBatchBody,
  batchItemState,
  batchState,
  batchTextLength,
  declaredBatch,
  emptyBatch,
  holdsItems,
} from './batches.ts';
import { pagingSchema } from './envelope.ts';
import { mainSummarySchema } from './main-text-checks.ts';
import { imageBytesMax, mediaRiskLevel } from './media.ts';

const { imageProductVerticals, industryVerticals, objects, platforms, productVerticals } = main;

const hasImageChecks = (line: string) => (imageProductVerticals as readonly string[]).includes(line);

/** Body of a submission. */
export const mainBatchBody = z
  .object({
    ...declaredBatch(batchTextLength.min, imageBytesMax),
    productVertical: choiceSchema('productVertical', productVerticals),
    platform: choiceSchema('platform', platforms),
    industryVertical: choiceSchema('industryVertical', industryVerticals),
  })
  .refine(holdsItems, emptyBatch)
  .refine(({ images, productVertical }) => images.length === 0 || hasImageChecks(productVertical), {
    message: `images are not checked in this product line; productVertical must be one of: ${imageProductVerticals.join(', ')}`,
    path: ['images'],
  });

/** Query of the list. */
export const mainBatchQuery = pagingSchema.extend({
  productVertical: choiceSchema('productVertical', productVerticals).optional(),
});

const itemSchema = z.object({
  ...batchItemState,
  riskLevel: mediaRiskLevel.nullable(),
  summary: mainSummarySchema,
  preview: z.string().max(100).describe('The beginning of a text, the name of a file'),
  image: z.object({ url: z.string(), title: z.string() }).optional(),
  video: z.object({ url: z.string(), title: z.string(), durationSeconds: z.number() }).optional(),
});

const body = { summary: mainSummarySchema, items: z.array(itemSchema) };
const entry = {
  summary: mainSummarySchema,
  counts: z.object({ text: z.number().int(), image: z.number().int(), video: z.number().int() }),
};

/** A batch. Items are in this order: texts, images, videos, each as submitted. */
export const mainBatchRecord = z.object({
  ...batchState,
  ...body,
  object: z.literal(objects.batch),
  productVertical: z.enum(productVerticals),
  platform: z.enum(platforms),
  industryVertical: z.enum(industryVerticals),
});
/** A batch in a list. */
export const mainBatchListItem = z.object({ ...batchState, ...entry, object: z.literal(objects.batch) });

/** The same as they are sent between services, after the gateway has validated them. */
export const anyMainBatchBody = anyBatchBody
  .omit({ vertical: true, explainLocale: true })
  .extend({ productVertical: z.string(), industryVertical: z.string() });
export const anyMainBatchRecord = z.object({
  ...batchState,
  ...body,
  object: z.string(),
  productVertical: z.string(),
  platform: z.string(),
  industryVertical: z.string(),
});
export const anyMainBatchListItem = z.object({ ...batchState, ...entry, object: z.string() });
