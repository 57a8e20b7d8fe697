import { type Block, type Source, verbatim } from '../domain/copy.ts';

/** Reads plain text: all of it is copy, as it stands. A block is a line. */
export function readText(file: string): Source {
  const blocks: Block[] = [];
  let end: number | null = null;
  for (const { index, 0: line } of file.matchAll(/\S[^\r\n]*/g)) {
    const length = line.trimEnd().length;
    const before = end === null ? {} : { before: verbatim(file, end, index) };
    blocks.push({ kind: 'text', segments: [verbatim(file, index, index + length)], ...before });
    end = index + length;
  }
  return { documents: [{ name: null, blocks }], comments: [] };
}
