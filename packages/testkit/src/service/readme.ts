import { readFile } from 'node:fs/promises';

/** Reads a markdown file with its tables as they are before a formatter aligns their columns. */
export async function readUnaligned(file: URL): Promise<string> {
  const text = await readFile(file, 'utf8');
  return text.replace(/ {2,}/g, ' ').replace(/-{3,}/g, '---');
}
