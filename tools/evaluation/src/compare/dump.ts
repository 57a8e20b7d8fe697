import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { canonicalJson } from './canonical.ts';
import type { Input } from './inputs/input.ts';
import { findLayout } from './layouts/find-layout.ts';
import { type Answers, answer, type Tree } from './layouts/layout.ts';
import { readLines } from './read-lines.ts';
import { createSharedValues } from './shared-values.ts';

/**
 * Program: `dump.ts CHECKOUT INPUTS OUTPUT` writes one line of canonical JSON for each input, in their order, and beside it
 * `OUTPUT.shared` with the values that repeat.
 */
const [root = '', inputs = '', output = ''] = process.argv.slice(2);
await dump(await findLayout(root).open(root));

async function dump(tree: Tree): Promise<void> {
  const lines = createWriteStream(output);
  const shared = createWriteStream(`${output}.shared`);
  const values = createSharedValues();
  const writeAnswers = async (id: string, kind: string, answers: Answers): Promise<void> => {
    await write(lines, `${canonicalJson({ id, kind, answers }, values.replace)}\n`);
    for (const [name, json] of values.takeNew()) await write(shared, `${name} ${json}\n`);
  };
  for await (const line of readLines(inputs)) {
    const input: Input = JSON.parse(line);
    await writeAnswers(input.id, input.kind, await answersOrError(tree, input));
  }
  await writeAnswers('content hashes', 'hash', tree.contentHashes);
  await Promise.all([lines, shared].map(end));
}

/** Returns the answer to an input; an error that the engine throws is an answer too. */
async function answersOrError(tree: Tree, input: Input): Promise<Answers> {
  try {
    return await answer(tree, input);
  } catch (error) {
    return { error: String(error) };
  }
}

async function write(file: WriteStream, text: string): Promise<void> {
  if (!file.write(text)) await once(file, 'drain');
}

async function end(file: WriteStream): Promise<void> {
  file.end();
  await once(file, 'finish');
}
