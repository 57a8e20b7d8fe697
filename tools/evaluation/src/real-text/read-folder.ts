import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { guessSite } from './guess-site.ts';
import { passagesOf } from './passages.ts';
import { paragraphsOf } from './read-formats.ts';

const filesMax = 20_000;
const bytesMax = 1 << 20;
/** Who made a package says nothing to a reader. */
const leftOut =
  /(?:^|\/)(?:node_modules|\.git|license[^/]*|changelog[^/]*|history[^/]*|copyright|copying)(?:\/|$)/i;

/**
 * Reads the passages of all files below a folder that are in a language of a site, by their names. Links are not followed.
 * @param passagesMax of each language
 */
export function passagesIn(folder: string, passagesMax: number): string[] {
  const passages = new Map<string, Set<string>>();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !leftOut.test(name))
    .sort();
  for (const name of names.slice(0, filesMax)) {
    const stat = lstatSync(join(folder, name));
    if (!stat.isFile() || stat.size > bytesMax || stat.size === 0) continue;
    for (const passage of passagesOfFile(basename(name, '.gz'), contentOf(join(folder, name)))) {
      const site = guessSite(passage);
      const known = passages.get(site ?? '') ?? new Set();
      if (site !== null && known.size < passagesMax) passages.set(site, known.add(passage));
    }
  }
  return [...passages.values()].flatMap((known) => [...known]);
}

/** Values of data stand alone; paragraphs that follow each other are read together. */
function passagesOfFile(name: string, content: string): string[] {
  const paragraphs = paragraphsOf(name, content);
  const isData = /\.(?:json|webmanifest|ya?ml|csv)$/i.test(name);
  return isData ? paragraphs.flatMap((paragraph) => passagesOf([paragraph])) : passagesOf(paragraphs);
}

function contentOf(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? unpacked(bytes) : bytes).toString('utf8');
}

function unpacked(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: 4 * bytesMax });
  } catch {
    return Buffer.alloc(0);
  }
}
