import { z } from 'zod';
import { contextSchema, id, localized, patterns } from './schema.ts';

export const exemptionSchema = z
  .object({
    id,
    reason: localized,
    needs: contextSchema.optional(),
    unless: contextSchema.optional(),
    sentence: patterns.optional(),
    nearby: patterns.optional(),
    text: patterns.optional(),
  })
  .strict();
export const exemptionFileSchema = z.object({ exemptions: z.array(exemptionSchema).min(1) }).strict();
