import type { ImageProcess } from './clients/images/image-process.ts';
import { createPpOcr } from './clients/images/pp-ocr.ts';
import { createRecognizerProcess } from './clients/images/recognizer-process.ts';
import type { RunProgram } from './clients/programs/run-program.ts';
import { createTesseract } from './clients/programs/tesseract.ts';
import type { Sandbox } from './clients/sandbox/sandbox.ts';
import type { TextRecognizer } from './clients/text-recognizer.ts';
import type { Config } from './config.ts';

/** After so many pages the recognizer process is replaced: its memory is that of the largest page that it has read. */
const pagesMax = 500;
/** The part of its time in which a page is read: the process itself has not failed if there is too much text on it. */
const readingPart = 0.8;
/** When PP-OCR is left alone, and tesseract reads: a page that never ends takes half of the time that a client waits. */
const patience = { failuresMax: 2, restMs: 60_000 };

export interface RecognizerParts {
  readonly sandbox: Sandbox;
  readonly run: RunProgram;
  /** Prepares pages for tesseract. */
  readonly imageProcess: Pick<ImageProcess, 'call'>;
  /** A page that PP-OCR takes longer for has failed. */
  readonly timeoutMs: number;
  /** Scheduling priority of the recognizer process: 0 is normal, 19 runs only when nothing else wants to. */
  readonly niceness: number;
}

/** Opens the recognizers of text, in the order in which they are asked; their processes start with the first page. */
export function openRecognizers(
  config: Pick<Config, 'TEXT_RECOGNIZER' | 'TESSERACT_PATH' | 'OCR_CONCURRENCY'>,
  { sandbox, run, imageProcess, timeoutMs, niceness }: RecognizerParts,
): { readonly recognizers: readonly TextRecognizer[]; readonly close: () => Promise<void> } {
  const process = createRecognizerProcess({ sandbox, timeoutMs, callsMax: pagesMax, niceness });
  const tesseract = createTesseract(run, {
    program: config.TESSERACT_PATH,
    concurrency: config.OCR_CONCURRENCY,
    imageProcess,
  });
  const first =
    config.TEXT_RECOGNIZER === 'pp_ocr'
      ? [createPpOcr({ process, timeLimitMs: timeoutMs * readingPart, ...patience })]
      : [];
  return { recognizers: [...first, tesseract], close: process.close };
}
