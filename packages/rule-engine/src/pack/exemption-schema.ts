import { z } from 'zod';
import { contextSchema, id, localized, patterns } from './schema.ts';

const waySchema = z
  .object({
    needs: contextSchema.optional(),
    unless: contextSchema.optional(),
    overlapping: patterns.optional(),
    sentence: patterns.optional(),
    nearby: patterns.optional(),
    text: patterns.optional(),
  })
  .strict();

/**
 * One way of being lawful; or several, each whole in itself, as the monographs of a law are, with what undoes each of them
 * in `unless`.
 */
export const exemptionSchema = waySchema
  .extend({ id, reason: localized, ways: z.array(waySchema).min(2).optional() })
  .strict()
  .refine(
    ({ ways, needs, overlapping, sentence, nearby, text }) =>
      !ways || !(needs ?? overlapping ?? sentence ?? nearby ?? text),
    {
      message: 'where there are `ways`, patterns belong to one of them',
    },
  );
export const exemptionFileSchema = z.object({ exemptions: z.array(exemptionSchema).min(1) }).strict();
