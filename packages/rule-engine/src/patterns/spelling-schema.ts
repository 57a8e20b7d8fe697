import { z } from 'zod';

/** Other spellings of a word, everywhere it occurs in a pattern or a lexicon. */
export const spellingSchema = z
  .object({
    word: z.string().min(1),
    as: z.array(z.string().min(1)).min(1),
    /** Named on a finding; left out for a spelling that hides nothing. */
    fold: z.enum(['homophone', 'pinyin', 'pictogram', 'split', 'slang']).optional(),
  })
  .strict();
export const spellingFileSchema = z
  .object({
    spellings: z.array(spellingSchema).min(1),
    /** Words that people spell by other characters of the same sound. */
    soundAlikes: z
      .object({
        words: z.array(z.string().regex(/^\p{Script=Han}{2,5}$/u)).min(1),
        /** Characters that are never read as another: they stand beside others by chance. */
        everyday: z.string(),
        /** Words of their own, whose characters are not read as others. */
        except: z.array(z.string().min(2)).default([]),
      })
      .strict()
      .optional(),
    /** Characters that people draw apart. */
    splits: z
      .array(
        z
          .object({ character: z.string().regex(/^\p{Script=Han}$/u), as: z.array(z.string().min(2)).min(1) })
          .strict(),
      )
      .optional(),
  })
  .strict();
export type RawSpellingFile = z.infer<typeof spellingFileSchema>;
export type RawSpelling = z.infer<typeof spellingSchema>;
