import { createReadStream } from 'node:fs';

/** The lines of a text file, ended by `\n` alone: `readline` also breaks at U+2028, which JSON leaves as it is. */
export async function* readLines(file: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
