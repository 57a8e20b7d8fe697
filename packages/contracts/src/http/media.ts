import { z } from 'zod';
import { numberSchema } from '../strings.ts';

/** Verdicts on images and videos, mildest first; those on texts of the international sites are others. */
export const mediaRiskLevels = ['PASS', 'REVIEW', 'REJECT'] as const;
export const mediaRiskLevel = z.enum(mediaRiskLevels);

/** What images and videos are looked at with. */
export const detectors = ['text', 'codes', 'nudity', 'vision', 'transcription', 'audio_moderation'] as const;
export type Detector = (typeof detectors)[number];

/** Whether a detector has looked. */
export const coverageStatuses = ['ran', 'not_configured', 'failed'] as const;
export const coverageSchema = z.object({
  detector: z.enum(detectors),
  status: z.enum(coverageStatuses),
  looked: z
    .object({ seen: z.number().int(), total: z.number().int() })
    .optional()
    .describe(
      'Only where it saw less than all: pages of an animation, or frames of a video that show something new, that it was shown or that look like one it was shown, and how many there are',
    ),
});
export type Coverage = z.infer<typeof coverageSchema>;

/** On the record of every image and video, empty until it has ended. */
export const coverageList = z
  .array(coverageSchema)
  .describe('What looked at it, and what did not: nothing is reported as checked that was not');

/** Bytes of an image and of a video at most (documents 1 to 3, Limits; document 4: in binary units). */
export const imageBytesMax = 10 * 2 ** 20;
export const videoBytesMax = 2 ** 30;

/** Width or height as a client declares it. */
export const pixels = (name: string) =>
  numberSchema(name, { min: 1, max: 1_000_000, unit: 'pixels', whole: true });
