import { createChat, createLook } from '@redline/ai';
import type { Bus } from '@redline/service-kit/bus';
import type { Logger } from '@redline/service-kit/log';
import { heicConverter } from './clients/pictures/convert-heic.ts';
import { type LookAtPicture, pictureLooker } from './clients/pictures/look-at-picture.ts';
import { createPictureProcess } from './clients/pictures/picture-process.ts';
import { createTextReader } from './clients/pictures/read-text.ts';
import { seeWithModel } from './clients/pictures/see.ts';
import { programRunner } from './clients/programs/run-program.ts';
import { evaluator, labelsOf } from './clients/text-engine.ts';
import { type Config, visionModelOf } from './config.ts';

/** One question to the process that decodes. */
const questionTimeoutMs = 30_000;
/** Then it is replaced, which gives back what native code kept. */
const questionsMax = 1_000;

/** What looks at pictures, and how it is closed. */
export function openPictures(
  config: Config,
  { bus, log }: { readonly bus: Bus; readonly log: Logger },
): { readonly lookAtPicture: LookAtPicture; readonly close: () => Promise<void> } {
  const pictures = createPictureProcess({ timeoutMs: questionTimeoutMs, questionsMax });
  const vision = visionModelOf(config);
  const runProgram = programRunner(config.PATH);
  const lookAtPicture = pictureLooker({
    pictures,
    reader: createTextReader(runProgram, {
      program: config.TESSERACT_PATH,
      concurrency: config.OCR_CONCURRENCY,
    }),
    convertHeic: heicConverter(runProgram, config.HEIF_CONVERT_PATH),
    see: vision && seeWithModel(createLook(createChat(vision)), labelsOf(bus)),
    evaluate: evaluator(bus),
    onFailure: (detector, error) => log.warn({ err: error, detector }, 'a detector failed on a picture'),
  });
  return { lookAtPicture, close: pictures.close };
}
