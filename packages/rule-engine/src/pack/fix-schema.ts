import { z } from 'zod';
import { patterns } from './schema.ts';

/** The fields of a fix, in the language of the text. */
const fixFields = {
  /** Words that can be said in other words wherever they stand, so that the sentence stays one. */
  swaps: z
    .array(
      z
        .object({
          match: patterns,
          /** An empty text cuts the words, where they stand behind a word that they only describe. */
          with: z.array(z.string()).min(1),
        })
        .strict(),
    )
    .default([]),
  /**
   * `words`: from a title the matched words go alone; it is no sentence without them either. `text`: what is offered may not
   * be offered at all, so that a text of it has no lawful rewrite.
   */
  cut: z.enum(['words', 'sentence', 'text']).default('sentence'),
};
export const fixSchema = z.object(fixFields).strict();
export const fixFileSchema = z
  .object({
    /** Fixes of topics; what names no topics is for all that have none of their own. */
    fixes: z.array(z.object({ topics: z.array(z.string()).min(1).optional(), ...fixFields }).strict()).min(1),
  })
  .strict();
export type RawFix = z.infer<typeof fixSchema>;
