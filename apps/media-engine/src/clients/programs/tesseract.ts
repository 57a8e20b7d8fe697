import pLimit from 'p-limit';
import { mergeLines, placedLineOf } from '../../domain/images/merge-lines.ts';
import { parseWords } from '../../domain/images/tesseract-words.ts';
import type { ImageProcess } from '../images/image-process.ts';
import type { TextRecognizer } from '../text-recognizer.ts';
import { ProgramError } from './program-error.ts';
import type { ProgramLimits, RunProgram } from './run-program.ts';

/** A page of 1080² takes half a second; one of pure noise, where it reads thousands of words, takes several. */
const limits: ProgramLimits = {
  timeoutMs: 20_000,
  cpuSeconds: 15,
  memoryBytes: 2 ** 30,
  fileBytes: 0,
  outputBytes: 4_000_000,
};

export interface TesseractOptions {
  /** Its name or path. */
  readonly program: string;
  /** Runs at the same time. */
  readonly concurrency: number;
  /** Prepares the tiles of a page. */
  readonly imageProcess: Pick<ImageProcess, 'call'>;
}

/** Creates the recognizer that runs tesseract. Without the program, or one of the languages, it reads nothing. */
export function createTesseract(
  runProgram: RunProgram,
  { program, concurrency, imageProcess }: TesseractOptions,
): TextRecognizer {
  const limited = pLimit(concurrency);
  // More than one thread makes a run slower, and takes the cores of other runs.
  const env = { OMP_THREAD_LIMIT: '1' };
  let installed: Promise<ReadonlySet<string>> | null = null;
  const installedLanguages = () => {
    installed ??= listLanguages(runProgram, program);
    return installed;
  };
  return {
    name: 'tesseract',
    async canRead(languages) {
      const found = await installedLanguages();
      return languages.length > 0 && languages.every((language) => found.has(language));
    },
    async read({ pixels, folder }, languages, signal) {
      const tiles = await imageProcess.call('tiles', { pixels, folder }, signal);
      const runs = tiles.map(({ path, segmentation, region }) =>
        limited(async () => {
          const args = [path, '-', '-l', languages.join('+'), '--psm', `${segmentation}`, 'tsv'];
          const { stdout } = await runProgram({ program, args, limits, env, reads: [path], signal });
          return parseWords(stdout.toString('utf8'), region);
        }),
      );
      // All have ended before the folder of their files is removed.
      const settled = await Promise.allSettled(runs);
      const failed = settled.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
      const lines = mergeLines(settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
      return lines.map(placedLineOf);
    },
  };
}

async function listLanguages(runProgram: RunProgram, program: string): Promise<ReadonlySet<string>> {
  try {
    const signal = AbortSignal.timeout(limits.timeoutMs);
    const { stdout, stderr } = await runProgram({
      program,
      args: ['--list-langs'],
      limits,
      reads: [],
      signal,
    });
    // They follow a heading; versions differ in which output they write to.
    return new Set(`${stdout.toString('utf8')}\n${stderr}`.split('\n').map((line) => line.trim()));
  } catch (error) {
    if (error instanceof ProgramError && error.kind === 'missing') return new Set();
    throw error;
  }
}
