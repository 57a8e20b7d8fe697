import { z } from 'zod';

/** `manifest.yaml`: the files of a pack, what each holds and where it comes from. */
export const manifestSchema = z
  .object({
    files: z
      .array(
        z
          .object({
            file: z.string().min(1),
            holds: z.string().min(3),
            from: z.string().min(3),
            since: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
          })
          .strict(),
      )
      .min(1),
  })
  .strict();
