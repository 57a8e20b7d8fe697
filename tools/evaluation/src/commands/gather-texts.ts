import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { debianTexts } from '../real-text/debian-texts.ts';
import type { FoundText } from '../real-text/found-text.ts';
import { forgetTexts, keepTexts } from '../real-text/keep-texts.ts';
import { npmTexts } from '../real-text/npm-texts.ts';
import { passagesIn } from '../real-text/read-folder.ts';
import { ownSourceList, readSourceList, type TextKind } from '../real-text/source-list.ts';
import { packSites } from '../site-folders.ts';

/** Where to gather from. */
export interface GatherOptions {
  /** File of sources; our own without one. */
  readonly list?: string;
  readonly folder?: readonly string[];
  /** Folders of text that is written to sell something. */
  readonly shopFolder?: readonly string[];
  readonly npm: boolean;
  readonly debian: boolean;
}

const folderPassagesMax = 4_000;

/**
 * Gathers real text into `.redline/real-text`. A source that cannot be had is told of and left out.
 * @param print writes a line
 */
export function gatherTexts(options: GatherOptions, print: (line: string) => void): void {
  const list = readSourceList(options.list ?? ownSourceList);
  const folder = mkdtempSync(join(tmpdir(), 'redline-gather-'));
  const found: FoundText[] = [];
  const add = (gather: () => readonly FoundText[]): void => {
    try {
      for (const one of gather()) found.push(one);
    } catch (error) {
      print(`left out: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  try {
    if (options.npm) for (const source of list.npm) add(() => npmTexts(source, join(folder, 'npm')));
    if (options.debian) add(() => debianTexts(list.debian, folder, print));
    for (const path of options.folder ?? []) add(() => folderTexts(path, 'neutral'));
    for (const path of options.shopFolder ?? []) add(() => folderTexts(path, 'marketing'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  // A partial gathering adds to what is there.
  if (options.npm && options.debian) forgetTexts(packSites);
  printKept(found, print);
}

const folderTexts = (path: string, kind: TextKind): FoundText[] =>
  passagesIn(path, folderPassagesMax).map((text) => ({ source: `folder:${basename(path)}`, kind, text }));

function printKept(found: readonly FoundText[], print: (line: string) => void): void {
  for (const [site, bySource] of keepTexts(found, packSites)) {
    const all = [...bySource.values()].reduce((sum, count) => sum + count, 0);
    print(`${site}: ${all} texts of ${bySource.size} sources`);
    for (const [source, count] of bySource) print(`  ${source.padEnd(40)} ${count}`);
  }
}
