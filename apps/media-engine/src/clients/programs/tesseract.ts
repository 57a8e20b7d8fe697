import pLimit from 'p-limit';
import { mergeLines, textOfLine } from '../../domain/images/merge-lines.ts';
import { readWords } from '../../domain/images/tesseract-words.ts';
import type { Prepared } from '../images/worker/protocol.ts';
import { ProgramFault } from './program-error.ts';
import type { ProgramLimits, RunProgram } from './run-program.ts';

/** Reads the text of a page: its lines in reading order, separated by line ends. */
export interface TextReader {
  /** Whether tesseract is there, with all of these languages (in its own names). */
  readonly canRead: (languages: readonly string[]) => Promise<boolean>;
  /** @throws ProgramFault; the signal's reason when that ended it */
  readonly read: (
    readings: Prepared['readings'],
    languages: readonly string[],
    signal: AbortSignal,
  ) => Promise<string>;
}

/** A page of 1080² takes half a second; one of pure noise, of which it makes thousands of words, several. */
const limits: ProgramLimits = {
  timeoutMs: 20_000,
  cpuSeconds: 15,
  memoryBytes: 2 ** 30,
  fileBytes: 0,
  outputBytes: 4_000_000,
};

/**
 * Reads by tesseract, in processes of its own, at most `concurrency` at the same time.
 * @param program its name or path
 */
export function createTextReader(
  runProgram: RunProgram,
  { program, concurrency }: { readonly program: string; readonly concurrency: number },
): TextReader {
  const inTurn = pLimit(concurrency);
  // More threads than one make it slower, and would take the cores of other readings.
  const env = { OMP_THREAD_LIMIT: '1' };
  let known: Promise<ReadonlySet<string>> | null = null;
  const languagesKnown = () => {
    known ??= listLanguages(runProgram, program);
    return known;
  };
  return {
    async canRead(languages) {
      const there = await languagesKnown();
      return languages.length > 0 && languages.every((language) => there.has(language));
    },
    async read(readings, languages, signal) {
      const read = readings.map(({ path, segmentation, frame }) =>
        inTurn(async () => {
          const args = [path, '-', '-l', languages.join('+'), '--psm', `${segmentation}`, 'tsv'];
          const { stdout } = await runProgram({ program, args, limits, env, signal });
          return { lines: readWords(stdout.toString('utf8'), frame) };
        }),
      );
      const settled = await Promise.allSettled(read);
      const failed = settled.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
      const lines = mergeLines(settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
      return lines.map(textOfLine).join('\n');
    },
  };
}

async function listLanguages(runProgram: RunProgram, program: string): Promise<ReadonlySet<string>> {
  try {
    const signal = AbortSignal.timeout(limits.timeoutMs);
    const { stdout, stderr } = await runProgram({ program, args: ['--list-langs'], limits, signal });
    // They come after a heading; versions differ in which output they write them to.
    return new Set(`${stdout.toString('utf8')}\n${stderr}`.split('\n').map((line) => line.trim()));
  } catch (error) {
    if (error instanceof ProgramFault && error.kind === 'missing') return new Set();
    throw error;
  }
}
