import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkOut, commitOf } from '@redline/local/check-out-commit';
import { canonicalJson } from './canonical.ts';
import { compareDumps } from './compare-dumps.ts';
import { makeInputs } from './inputs/make-inputs.ts';
import { findLayout } from './layouts/find-layout.ts';
import { type CompareOptions, readOptions, usage } from './options.ts';
import { isAsWanted, reportOf } from './report.ts';
import { readWanted } from './wanted-differences.ts';

/** Command line: compares the answers of this checkout with those of a commit; see `usage` and the README. */
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const dumpProgram = join(here, 'dump.ts');

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Returns the exit code: 1 where an answer differs that nobody wants to. */
async function compare(options: CompareOptions): Promise<number> {
  const commit = commitOf(root, options.base);
  const checkout = checkOut(root, commit, options.folder);
  const folder = join(options.folder, `${commit.slice(0, 12)}-${keyOf(checkout, options)}`);
  mkdirSync(folder, { recursive: true });
  const inputs = join(folder, 'inputs.jsonl');
  if (!existsSync(inputs)) await writeInputs(inputs, checkout, options);
  const base = join(folder, 'base.jsonl');
  const current = join(folder, 'current.jsonl');
  await Promise.all([
    existsSync(base) ? undefined : dump(checkout, inputs, base),
    dump(root, inputs, current),
  ]);
  const comparison = await compareDumps(
    base,
    current,
    readWanted(join(here, 'wanted-differences.yaml'), commit),
  );
  print(`base ${commit}, current ${root}, seed ${options.seed}`);
  for (const line of reportOf(comparison, options.shown)) print(line);
  return isAsWanted(comparison) ? 0 : 1;
}

/** A name for what the base answers: made of options, labelled sets and the code that asks. */
function keyOf(checkout: string, { texts, rewrites, seed, evalFolder }: CompareOptions): string {
  const hash = createHash('sha256').update(JSON.stringify([texts, rewrites, seed]));
  const layout = ['layout', 'check-row', findLayout(checkout).name].map((name) => `layouts/${name}`);
  const code = ['dump', 'canonical', 'random', 'shared-values', ...layout].map((name) =>
    join(here, `${name}.ts`),
  );
  const inputs = filesIn(join(here, 'inputs')).filter((file) => !file.endsWith('.test.ts'));
  const sets = filesIn(evalFolder).filter((file) => file.endsWith('.jsonl'));
  for (const file of [...code, ...inputs, ...sets]) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 8);
}

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .sort()
        .map((name) => join(folder, name))
    : [];

async function writeInputs(file: string, checkout: string, options: CompareOptions): Promise<void> {
  const tree = await findLayout(checkout).open(checkout);
  const onMissing = (name: string): void => print(`skipped: there is no ${join(options.evalFolder, name)}`);
  const lines = makeInputs(tree, options, onMissing).map((input) => canonicalJson(input));
  writeFileSync(`${file}.part`, `${lines.join('\n')}\n`);
  renameSync(`${file}.part`, file);
}

/** Runs a process, so that both checkouts can be asked at the same time and neither sees the other's code. */
async function dump(checkout: string, inputs: string, output: string): Promise<void> {
  const args = ['--disable-warning=ExperimentalWarning', dumpProgram, checkout, inputs, `${output}.part`];
  const child = spawn(process.execPath, args, { cwd: checkout, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`asking ${checkout} ended with ${code}`);
  renameSync(`${output}.part.shared`, `${output}.shared`);
  renameSync(`${output}.part`, output);
}

try {
  process.exitCode = await compare(readOptions(process.argv.slice(2), root));
} catch (error) {
  process.stderr.write(`compare: ${error instanceof Error ? error.message : String(error)}\n${usage}\n`);
  process.exitCode = 2;
}
