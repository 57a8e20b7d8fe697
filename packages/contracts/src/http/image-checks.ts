import { z } from 'zod';
import type { InternationalSite } from '../sites/site.ts';
import { choiceSchema, numberSchema, textSchema, urlSchema } from '../strings.ts';
import { coverageList, foundOnPicture, mediaRiskLevel, pixels } from './media.ts';
import { checkStatuses } from './text-checks.ts';

/** What every site asks of an image. */
export const declaredImage = (bytesMax: number) => ({
  imageUrl: urlSchema('imageUrl'),
  imageTitle: textSchema('imageTitle', 1, 500),
  imageSize: numberSchema('imageSize', { min: 1, max: bytesMax, unit: 'bytes', whole: true }),
  imageWidth: pixels('imageWidth').optional(),
  imageHeight: pixels('imageHeight').optional(),
});

/** Body of a submission on one site. Larger files than are looked at may be declared: such a check ends failed. */
export function imageCheckBody(site: InternationalSite) {
  return z.object({
    ...declaredImage(Number.MAX_SAFE_INTEGER),
    vertical: choiceSchema('vertical', site.verticals)
      .optional()
      .describe('Recorded only: it does not change what is looked for'),
    explainLocale: choiceSchema('explainLocale', site.locales).default(site.locales[0]),
  });
}

/** An image as its record shows it. */
export const shownImage = z.object({
  url: z.string(),
  title: z.string(),
  sizeBytes: z.number().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
});

/** One risk of an image, in the language of its submission. An engine of an older version says less of it. */
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

/** An image check in full, as one site shows it. */
export const imageCheckRecord = (site: InternationalSite) => record(partsOf(site));
/** An image check in a list, as one site shows it. */
export const imageCheckItem = (site: InternationalSite) => item(partsOf(site));

const ofAnySite = { object: z.string(), vertical: z.string().nullable() };

/** A submission, record and list item as they travel between services, whatever the site; the edge has validated them. */
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
