import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readLines } from './read-lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'redline-lines-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

it('breaks at newlines alone', async () => {
  const file = join(folder, 'lines');
  writeFileSync(file, 'one\u2028still one\rstill\n\ntwo');
  const lines: string[] = [];
  for await (const line of readLines(file)) lines.push(line);
  expect(lines).toEqual(['one\u2028still one\rstill', '', 'two']);
});
