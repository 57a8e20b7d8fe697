import { z } from 'zod';

export const lexiconSchema = z
  .object({
    id: z.string().regex(/^[a-z][a-z0-9-]*$/),
    about: z.string().min(3),
    inflect: z.enum(['verb', 'noun', 'none']).default('none'),
    terms: z.array(z.string().min(1)).default([]),
    include: z.array(z.string()).default([]),
    /** No shorter term is seen inside one of these: 第一次 is not 第一 and 次. */
    opaque: z.boolean().default(false),
  })
  .strict();
export const lexiconFileSchema = z.object({ lexicons: z.array(lexiconSchema).min(1) }).strict();
export type RawLexicon = z.infer<typeof lexiconSchema>;
