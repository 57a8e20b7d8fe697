import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * A hash of the code that compiles packs and of the engine that reads them back: what another version of it has compiled
 * is not read. In development the sources of this package and of the matcher; in a bundle the bundle itself.
 */
export function codeHash(): string {
  known ??= hashOfCode();
  return known;
}

/** The code of a process does not change, and hashing it takes as long as reading a pack of rules. */
let known: string | undefined;

function hashOfCode(): string {
  const hash = createHash('sha256').update(process.versions.v8);
  for (const folder of codeFolders()) {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const file of files.filter(isCode).sort()) hash.update(readFileSync(join(folder, file)));
  }
  return hash.digest('hex');
}

const isCode = (file: string): boolean => /\.(?:ts|js)$/.test(file) && !file.endsWith('.test.ts');

function codeFolders(): string[] {
  const here = dirname(fileURLToPath(import.meta.url));
  if (!import.meta.url.endsWith('.ts')) return [here];
  return [join(here, '..'), dirname(fileURLToPath(import.meta.resolve('@redline/matcher')))];
}
