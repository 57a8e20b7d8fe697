import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkOut, commitOf } from '@redline/local/check-out-commit';
import { readLines } from '../compare/read-lines.ts';
import { checkoutRoot } from '../site-folders.ts';
import type { Question, Verdict } from './question.ts';

const program = fileURLToPath(new URL('ask.ts', import.meta.url));
/** Shared with `compare`, which checks the same commits out. */
const checkoutsFolder = join(tmpdir(), 'redline-compare');

/** Verdicts by the id of the question. */
export type Verdicts = ReadonlyMap<string, Verdict>;

/** The verdicts of this checkout and, where one was named, of another commit. */
export interface AskedEngines {
  readonly current: Verdicts;
  readonly base: Verdicts | null;
}

/**
 * Asks the engine of this checkout, as it lies, and that of a commit, each in a process of its own.
 * @param base name of a commit
 */
export async function askEngines(
  questions: readonly Question[],
  base: string | undefined,
): Promise<AskedEngines> {
  const checkout = base === undefined ? undefined : checkoutOf(base);
  return {
    current: await askCheckout(checkoutRoot, questions),
    base: checkout === undefined ? null : await askCheckout(checkout, questions),
  };
}

/** Checks a commit out, or finds it checked out already, and returns the folder. Throws an Error for a name of no commit. */
export const checkoutOf = (commit: string): string =>
  checkOut(checkoutRoot, commitOf(checkoutRoot, commit), checkoutsFolder);

/** Asks the engine that lies in a folder. Throws an Error when its process fails. */
export async function askCheckout(checkout: string, questions: readonly Question[]): Promise<Verdicts> {
  const folder = mkdtempSync(join(tmpdir(), 'redline-asked-'));
  try {
    const asked = join(folder, 'questions.jsonl');
    const answered = join(folder, 'verdicts.jsonl');
    await writeLines(asked, questions);
    const args = ['--disable-warning=ExperimentalWarning', program, checkout, asked, answered];
    const child = spawn(process.execPath, args, { cwd: checkout, stdio: ['ignore', 'inherit', 'inherit'] });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`asking ${checkout} ended with ${code}`);
    const verdicts = new Map<string, Verdict>();
    for await (const line of readLines(answered)) {
      const verdict: Verdict = JSON.parse(line);
      verdicts.set(verdict.id, verdict);
    }
    return verdicts;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function writeLines(file: string, questions: readonly Question[]): Promise<void> {
  const stream = createWriteStream(file);
  for (const question of questions)
    if (!stream.write(`${JSON.stringify(question)}\n`)) await once(stream, 'drain');
  stream.end();
  await once(stream, 'finish');
}
