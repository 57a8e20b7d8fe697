import { z } from 'zod';
import { id, localized } from './schema.ts';

export const citationSchema = z
  .object({
    id,
    name: z.string().min(3),
    article: z.string().min(1),
    inForceFrom: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/)
      .nullable(),
    inForceTo: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/)
      .optional(),
    link: z.string().url().nullable(),
    gloss: localized.default({}),
  })
  .strict();
/** `citations.yaml`, where an article may name the law it belongs to; what it says itself goes before the law's. */
export const citationFileSchema = z
  .object({ citations: z.array(z.object({ law: z.string().optional() }).catchall(z.unknown())).min(1) })
  .strict();
/** `laws.yaml`: what the articles of one law share, by the id of the law. */
export const lawFileSchema = z
  .object({
    laws: z
      .array(
        z
          .object({
            id,
            name: citationSchema.shape.name,
            inForceFrom: citationSchema.shape.inForceFrom.optional(),
            inForceTo: citationSchema.shape.inForceTo,
            link: citationSchema.shape.link.optional(),
          })
          .strict(),
      )
      .min(1),
  })
  .strict();
export type RawCitation = z.infer<typeof citationSchema>;
