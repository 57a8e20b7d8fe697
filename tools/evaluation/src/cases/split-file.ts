import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Case } from './case-record.ts';
import { sha256 } from './hashes.ts';
import { chooseTest, type FrozenSplit } from './split-cases.ts';

/** Any number: it was chosen before there were cases. */
const seed = 20261123;

const schema = z
  .object({
    seed: z.number().int(),
    frozen: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
    test: z.array(z.object({ id: z.string(), sha256: z.string().length(64) }).strict()),
  })
  .strict();

/** Reads the frozen test of a folder of cases; null before it is frozen. */
export function readSplit(folder: string): FrozenSplit | null {
  const file = join(folder, 'split.json');
  return existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
}

/**
 * Freezes the test of a folder of cases, once. Throws an Error when it is frozen already.
 * @param known ids of cases that cannot measure
 */
export function freezeSplit(
  folder: string,
  cases: readonly Case[],
  known: ReadonlySet<string>,
  today: string,
): FrozenSplit {
  if (readSplit(folder)) throw new Error(`${join(folder, 'split.json')} is there: a test is frozen once`);
  const test = chooseTest(cases, seed, known).map(({ id, text }) => ({ id, sha256: sha256(text) }));
  const split = { seed, frozen: today, test: test.sort((a, b) => (a.id < b.id ? -1 : 1)) };
  const lines = split.test.map((one) => `    ${JSON.stringify(one)}`).join(',\n');
  writeFileSync(
    join(folder, 'split.json'),
    `{\n  "seed": ${seed},\n  "frozen": "${today}",\n  "test": [\n${lines}\n  ]\n}\n`,
  );
  return split;
}
