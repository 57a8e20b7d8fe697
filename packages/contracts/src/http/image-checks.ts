import { z } from 'zod';
import { failureField } from '../failures.ts';
import type { InternationalSite } from '../sites/site.ts';
import { choiceSchema, numberSchema, textSchema, urlSchema } from '../strings.ts';
import { coverageList, foundOnPicture, mediaRiskLevel, pixels } from './media.ts';
import { recordCreditCost } from './quotes.ts';
import { checkStatuses } from './text-checks.ts';

/** The fields of a submission that are the same on every site. */
export const declaredImage = (bytesMax: number) => ({
  imageUrl: urlSchema('imageUrl'),
  imageTitle: textSchema('imageTitle', 1, 500),
  imageSize: numberSchema('imageSize', { min: 1, max: bytesMax, unit: 'bytes', whole: true }),
  imageWidth: pixels('imageWidth').optional(),
  imageHeight: pixels('imageHeight').optional(),
});

/** Builds the body of a submission on one site. A file above the limit may be declared: its check ends as failed. */
export function imageCheckBody(site: InternationalSite) {
  return z.object({
    ...declaredImage(Number.MAX_SAFE_INTEGER),
    vertical: choiceSchema('vertical', site.verticals)
      .optional()
      .describe('Recorded only: it does not change what is looked for'),
    explainLocale: choiceSchema('explainLocale', site.locales).default(site.locales[0]),
  });
}

/** The image of a record. */
export const shownImage = z.object({
  url: z.string(),
  title: z.string(),
  sizeBytes: z.number().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
});

/** One risk of an image, in the locale of its submission. Checks of an older engine lack the optional fields. */
export const imageLabelSchema = z.object({
  description: z.string(),
  riskLevel: mediaRiskLevel.nullable(),
  ...z.object(foundOnPicture).partial().shape,
});

interface ImageCheckParts<O extends z.ZodTypeAny, V extends z.ZodTypeAny> {
  readonly object: O;
  readonly vertical: V;
}

function head<O extends z.ZodTypeAny, V extends z.ZodTypeAny>({ object, vertical }: ImageCheckParts<O, V>) {
  return {
    id: z.string(),
    object,
    status: z.enum(checkStatuses),
    failure: failureField,
    vertical,
    riskLevel: mediaRiskLevel.nullable(),
    createdAt: z.string().datetime(),
  };
}

function record<O extends z.ZodTypeAny, V extends z.ZodTypeAny>(parts: ImageCheckParts<O, V>) {
  return z.object({
    ...head(parts),
    image: shownImage,
    labels: z.array(imageLabelSchema),
    coverage: coverageList,
    creditCost: recordCreditCost,
    updatedAt: z.string().datetime(),
  });
}

function item<O extends z.ZodTypeAny, V extends z.ZodTypeAny>(parts: ImageCheckParts<O, V>) {
  return z.object({
    ...head(parts),
    image: shownImage.pick({ url: true, title: true }),
    labels: z.array(z.string()),
  });
}

const partsOf = (site: InternationalSite) => ({
  object: z.literal(site.objects.imageCheck),
  vertical: z.enum(site.verticals).nullable(),
});

/** Builds an image check as one site renders it. */
export const imageCheckRecord = (site: InternationalSite) => record(partsOf(site));
/** Builds an image check in a list, as one site renders it. */
export const imageCheckItem = (site: InternationalSite) => item(partsOf(site));

const ofAnySite = { object: z.string(), vertical: z.string().nullable() };

/**
 * A submission, record and list item of any site as they are sent between services, after the gateway has validated
 * them.
 */
export const anyImageCheckBody = z.object({
  imageUrl: z.string(),
  imageTitle: z.string(),
  imageSize: z.number(),
  imageWidth: z.number().optional(),
  imageHeight: z.number().optional(),
  vertical: z.string().optional(),
  explainLocale: z.string(),
});
export const anyImageCheckRecord = record(ofAnySite);
export const anyImageCheckItem = item(ofAnySite);
