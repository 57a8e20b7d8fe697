import { lineWithoutWideSpaces } from '../../domain/images/wide-spaces.ts';
import type { TextRecognizer } from '../text-recognizer.ts';
import type { RecognizerProcess } from './recognizer-process.ts';

/** The languages that its characters are enough for, by the names of tesseract. */
const languagesRead: ReadonlySet<string> = new Set(['chi_sim', 'eng', 'ind']);

export interface PpOcrOptions {
  readonly process: Pick<RecognizerProcess, 'call'>;
  /** No further line of a page is begun after so long, and the page is left to another recognizer. */
  readonly timeLimitMs: number;
  /** After so many failures in a row it is left alone: each may take as long as a call may. */
  readonly failuresMax: number;
  /** How long it is left alone; then the next page is tried. */
  readonly restMs: number;
  /** The time in milliseconds. */
  readonly now?: () => number;
}

/** Creates the recognizer that reads with PP-OCR, in a process of its own. */
export function createPpOcr({
  process,
  timeLimitMs,
  failuresMax,
  restMs,
  now = Date.now,
}: PpOcrOptions): TextRecognizer {
  let failures = 0;
  let restsUntil = 0;
  return {
    name: 'pp_ocr',
    canRead: async (languages) => languages.length > 0 && languages.every((one) => languagesRead.has(one)),
    async read({ pixels }, _languages, signal) {
      if (failures >= failuresMax && now() < restsUntil)
        throw new Error('PP-OCR has failed several times in a row and is left alone');
      try {
        const { lines, isComplete } = await process.call('read', { pixels, timeLimitMs }, signal);
        failures = 0;
        if (isComplete) return lines.map(lineWithoutWideSpaces);
      } catch (error) {
        signal.throwIfAborted();
        failures++;
        restsUntil = now() + restMs;
        throw error;
      }
      throw new Error('the page has more text than PP-OCR reads in its time');
    },
  };
}
