import { createRandom } from '@redline/fault';
import { expect, it } from 'vitest';
import { restore } from '../src/drills/restore.ts';

it('restores a product that was lost under load: no 201 of before is missing, and the books are right', async () => {
  const lines: string[] = [];
  const context = {
    say: (line: string) => void lines.push(line),
    random: createRandom(20_261_128),
    isShort: true,
    signal: new AbortController().signal,
  };
  await restore.run(context).catch((error: unknown) => {
    throw new Error(lines.join('\n'), { cause: error });
  });
  // Otherwise nothing was tried.
  expect(lines.find((line) => line.startsWith('201 before'))).toMatch(/before the restored time: [1-9]/);
}, 300_000);
