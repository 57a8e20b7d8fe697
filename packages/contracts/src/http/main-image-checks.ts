import { z } from 'zod';
import { failureField } from '../failures.ts';
import { main } from '../sites/main.ts';
import { choiceSchema, choicesSchema } from '../strings.ts';
import { pagingSchema } from './envelope.ts';
import { anyImageCheckBody, declaredImage, shownImage } from './image-checks.ts';
import { mainSummarySchema, riskTiers } from './main-text-checks.ts';
import { coverageList, foundOnPicture, imageBytesMax, mediaRiskLevel } from './media.ts';
import { recordCreditCost } from './quotes.ts';
import { checkStatuses } from './text-checks.ts';

const { detectTypes, imageProductVerticals, objects, productVerticals } = main;

const productVertical = choiceSchema('productVertical', imageProductVerticals)
  .default(imageProductVerticals[0])
  .describe('Short dramas have no image checks');

/** Body of a submission. */
export const mainImageCheckBody = z.object({
  ...declaredImage(imageBytesMax),
  productVertical,
  detectTypes: choicesSchema('detectTypes', detectTypes)
    .optional()
    .describe('What to look for; all of it when left out'),
});

/** Query of the list. */
export const mainImageCheckQuery = pagingSchema.extend({
  productVertical: choiceSchema('productVertical', productVerticals).optional(),
});

/** One risk of an image. Checks of an older version of the engine lack the optional fields. */
export const mainImageLabelSchema = z.object({
  tier: z.enum(riskTiers),
  tierLabel: z.string(),
  tierReason: z.string().nullable(),
  description: z.string(),
  ...z.object(foundOnPicture).partial().shape,
});

const head = {
  id: z.string(),
  status: z
    .enum(checkStatuses)
    .describe('Completed or failed; processing only where the verdict could not be waited for'),
  failure: failureField,
  riskLevel: mediaRiskLevel.nullable(),
  createdAt: z.string().datetime(),
};

const body = {
  image: shownImage,
  summary: mainSummarySchema,
  labels: z.array(mainImageLabelSchema),
  coverage: coverageList,
  creditCost: recordCreditCost,
  updatedAt: z.string().datetime(),
};

const entry = {
  image: shownImage.pick({ url: true, title: true, sizeBytes: true }),
  labels: z.array(z.string()),
};

const shown = { object: z.literal(objects.imageCheck) };

/** An image check. */
export const mainImageCheckRecord = z.object({
  ...head,
  ...body,
  ...shown,
  productVertical: z.enum(imageProductVerticals),
});
/** An image check in a list. */
export const mainImageCheckItem = z.object({ ...head, ...shown, ...entry });

/** The same as they are sent between services, after the gateway has validated them. */
export const anyMainImageCheckBody = anyImageCheckBody.omit({ vertical: true, explainLocale: true }).extend({
  productVertical: z.string(),
  detectTypes: z.array(z.string()).optional(),
});
export const anyMainImageCheckRecord = z.object({
  ...head,
  ...body,
  object: z.string(),
  productVertical: z.string(),
});
export const anyMainImageCheckItem = z.object({ ...head, ...entry, object: z.string() });
