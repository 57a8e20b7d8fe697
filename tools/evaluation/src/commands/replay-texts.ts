import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { askCheckout, checkoutOf } from '../asking/ask-checkout.ts';
import type { Question } from '../asking/question.ts';
import { FaultsError } from '../faults-error.ts';
import { changeLines, changesBetween } from '../replay/changes.ts';
import { checkoutRoot } from '../site-folders.ts';

/** How texts are replayed. */
export interface ReplayOptions {
  /** A commit, or the folder of another checkout. */
  readonly base: string;
  /** Texts that are listed, by id. */
  readonly shown: number;
}

const textsMax = 20_000;
const textSchema = z.object({
  id: z.string().min(1),
  site: z.string().min(1),
  text: z.string(),
  selection: z.record(z.string()),
});

/**
 * Judges texts by this checkout and by another one, and says what would change; of a text it says its id alone.
 * @param file texts as `text-engine list-texts` writes them; `-` for standard input
 * @returns lines for a terminal
 * @throws FaultsError for a line that is not as expected
 */
export async function replayTexts(file: string, { base, shown }: ReplayOptions): Promise<string[]> {
  const questions = readTexts(file);
  const before = await askCheckout(existsSync(base) ? base : checkoutOf(base), questions);
  const after = await askCheckout(checkoutRoot, questions);
  return changeLines(changesBetween(before, after), questions.length, shown);
}

function readTexts(file: string): Question[] {
  const lines = readFileSync(file === '-' ? 0 : file, 'utf8').split('\n');
  const faults: { file: string; line: number; reason: string }[] = [];
  const texts = lines.flatMap((line, at): Question[] => {
    if (line.trim() === '') return [];
    const read = textSchema.safeParse(parsed(line));
    if (read.success) return [read.data];
    // Of a fault its place is told, never what stands there.
    const fields = [...new Set(read.error.issues.map(({ path }) => path.join('.') || 'the object'))].join(
      ', ',
    );
    faults.push({ file, line: at + 1, reason: `not as expected: ${fields}` });
    return [];
  });
  if (texts.length > textsMax) faults.push({ file, line: textsMax, reason: `more than ${textsMax} texts` });
  if (faults.length > 0) throw new FaultsError(faults);
  return texts;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
