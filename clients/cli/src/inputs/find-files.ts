import { globSync, statSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { InputError } from '../domain/input-error.ts';

/** The most files of one run; more than that is a folder that was not meant. */
const filesMax = 100_000;
const skippedFolders = new Set(['node_modules', '.git', '.redline']);

/** Selects the files of folders. */
export interface FileChoice {
  /** Ends of names, as `.md`. */
  readonly endings: readonly string[];
  /** Globs of paths that are left out. */
  readonly excluded: readonly string[];
}

/**
 * Lists the files that paths name: a file itself, of a folder those with a known ending, in order, and what a glob matches.
 * Folders whose names begin with a point and `node_modules` are left out. `-` stands for the standard input and stays.
 * @throws InputError for a path that names nothing, and for more than 100,000 files
 */
export function findFiles(paths: readonly string[], choice: FileChoice): readonly string[] {
  const found = new Set<string>();
  for (const path of paths) {
    for (const file of filesOf(path, choice)) {
      if (choice.excluded.some((glob) => matchesGlob(file, glob))) continue;
      found.add(file);
      if (found.size > filesMax) throw new InputError(`there are more than ${filesMax} files; name fewer`);
    }
  }
  return [...found];
}

function filesOf(path: string, { endings }: FileChoice): readonly string[] {
  if (path === '-') return [path];
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return inFolder(path, endings);
  if (found) return [path];
  const matched = /[*?[{]/.test(path) ? globSync(path, { exclude: isSkipped }).sort() : [];
  const files = matched.filter((one) => statSync(one, { throwIfNoEntry: false })?.isFile());
  if (files.length === 0) throw new InputError(`${path}: there is no such file`);
  return files;
}

function inFolder(folder: string, endings: readonly string[]): readonly string[] {
  const names = endings.map((ending) => ending.slice(1)).join(',');
  const pattern = endings.length === 1 ? `**/*.${names}` : `**/*.{${names}}`;
  return globSync(pattern, { cwd: folder, exclude: isSkipped })
    .sort()
    .map((file) => join(folder, file));
}

/** Tells by its path whether a folder on the way is left out. */
const isSkipped = (path: string): boolean => {
  const name = path.split('/').at(-1) ?? '';
  return skippedFolders.has(name) || /^\.[^./]/.test(name);
};
