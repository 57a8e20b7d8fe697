import { z } from 'zod';
import { numberSchema } from '../strings.ts';
import { precedentList } from './precedents.ts';
import { severities } from './text-checks.ts';

/** Verdicts on images and videos, mildest first; texts of the international sites have other ones. */
export const mediaRiskLevels = ['PASS', 'REVIEW', 'REJECT'] as const;
export const mediaRiskLevel = z.enum(mediaRiskLevels);

/** The detectors of images and videos. */
export const detectors = ['text', 'codes', 'nudity', 'vision', 'transcription', 'audio_moderation'] as const;
export type Detector = (typeof detectors)[number];

/** What reads the text on pictures: PP-OCR, and tesseract where that fails. */
export const textRecognizers = ['pp_ocr', 'tesseract'] as const;
export type TextRecognizerName = (typeof textRecognizers)[number];

/** Statuses of a detector. */
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
  recognizers: z
    .array(z.enum(textRecognizers))
    .optional()
    .describe(
      'Only of `text`, where it ran: which recognizers read. `pp_ocr` reads; `tesseract`, which reads less, reads what it failed on. Absent from older checks',
    ),
});
export type Coverage = z.infer<typeof coverageSchema>;

/** The field of the record of every image and video; empty until it has ended. */
export const coverageList = z
  .array(coverageSchema)
  .describe('What looked at it, and what did not: nothing is reported as checked that was not');

/** The maximum of boxes of one finding; of a frame's too. */
export const boxesMax = 20;

/** A place on a picture. */
const pictureBoxSchema = z.object({
  x: z.number().int().min(0).describe('From the left edge of the picture to that of the box'),
  y: z.number().int().min(0).describe('From the upper edge of the picture to that of the box'),
  width: z.number().int().min(1),
  height: z.number().int().min(1),
});
export type PictureBox = Readonly<z.infer<typeof pictureBoxSchema>>;

/** The field of a finding on a picture. */
const boxList = z
  .array(pictureBoxSchema)
  .max(boxesMax)
  .optional()
  .describe(
    'Where on the picture it lies, in pixels of the picture as it is shown: upright, after its EXIF orientation, in the size that `image` has on an image check; in the size of the file at `imageUrl` on a frame. One upright rectangle around its words for each line, and around a code, as often as the picture has them; of an animation, on the first page that has them. Empty of what has no place, such as suspected nudity, and of checks that are older than the field; on a video with very many findings, of the mildest. Absent only in replies of an engine of an older version',
  );

/** Further fields of a finding on a picture: words, severity, suggestion, law. */
export const foundOnPicture = {
  matchedText: z
    .string()
    .nullable()
    .describe('The words it is about, the first 200 characters of them; null of what is no text'),
  severity: z.enum(severities),
  suggestion: z
    .string()
    .nullable()
    .describe('What to do about it; null where nothing is known, as of older checks'),
  legalRef: z
    .string()
    .nullable()
    .describe('Law and article, not translated; null where no law is known, as of older checks'),
  precedents: precedentList,
  boxes: boxList,
};

/** Further fields of a finding on a frame: for how long its words stand. */
export const foundOnFrame = {
  ...foundOnPicture,
  startSeconds: z
    .number()
    .nullable()
    .optional()
    .describe(
      'When the caption that has its words appears, or the first of several; null of what is in no caption, and of checks that are older than the field. Absent only in replies of an engine of an older version, as is `endSeconds`',
    ),
  endSeconds: z.number().nullable().optional().describe('When the last of its captions is gone'),
};

/** The findings of a frame; absent only in replies of an engine of an older version. */
export const frameFindings = <F extends z.ZodTypeAny>(finding: F) =>
  z
    .array(finding)
    .optional()
    .describe(
      'Each finding of the frame by itself, the gravest first; all of them, unless a record would grow too long: then the mildest of each frame are left out. A finding in a caption stands on the first frame that shows it, and not on those that show the same caption later; one that goes on over several captions on the first frame of its first one. The other fields of a frame are about all that is on it',
    );

/** The maximum of captions of one video, and of the UTF-16 units of each. */
export const captionsMax = 1_000;
export const captionLengthMax = 300;

/** The field of the record of a video: words that are burned into its picture. */
export const captionList = z
  .array(
    z.object({
      text: z
        .string()
        .max(captionLengthMax)
        .describe('Its lines, separated by line ends; of a longer one the beginning, with an ellipsis'),
      startSeconds: z.number().describe('When it is first seen'),
      endSeconds: z
        .number()
        .describe('When it is seen no longer; the end of the video, if it stands until then'),
      riskLevel: mediaRiskLevel.describe(
        'The worst of its findings, those that go on over several captions included',
      ),
    }),
  )
  .max(captionsMax)
  .optional()
  .describe(
    'What is written in the picture, joined over the frames that show it: lines at one place with the same words are one caption, from when they appear until they are gone; so is a line that moves through the picture. They are judged as words on frames are, and their findings stand with frames; they are no part of the transcript. Of more than 1,000, or very long ones, the gravest, then those that stand longest. Empty until the check has ended, of checks that are older than the field, and where no text was read. Absent only in replies of an engine of an older version',
  );

/** The maximum bytes of an image and of a video (documents 1 to 3, Limits; document 4: in binary units). */
export const imageBytesMax = 10 * 2 ** 20;
export const videoBytesMax = 2 ** 30;

/** Builds the schema of a declared width or height. */
export const pixels = (name: string) =>
  numberSchema(name, { min: 1, max: 1_000_000, unit: 'pixels', whole: true });
