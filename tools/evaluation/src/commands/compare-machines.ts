import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReaderMode } from '@redline/rule-engine/load';
import { readCorpus } from '../compare/inputs/read-corpus.ts';
import { createRandom } from '../compare/random.ts';
import { compareReadings, type Readings, type TextToRead } from '../readings/readings.ts';
import { drawn } from '../real-text/planted-findings.ts';
import { corpusFolderOf, packFolderOf, packSites } from '../site-folders.ts';

const program = fileURLToPath(new URL('../readings/read-program.ts', import.meta.url));

/** Which texts are read. */
export interface DrawOptions {
  readonly count: number;
  readonly seed: number;
}

/** On what machine they are read: `under` begins the command line (`qemu-x86_64 -cpu Haswell-noTSX`), `node` is the Node that it runs. */
export interface MachineOptions {
  readonly runtime: Exclude<ReaderMode, 'off'>;
  readonly under?: string;
  readonly node?: string;
}

/** Most texts of the corpora: short enough for one window, long enough to have neighbours. */
const textLength = { min: 80, max: 400 } as const;

/** Draws texts of the corpora, equally many a site. */
function drawTexts({ count, seed }: DrawOptions): TextToRead[] {
  const random = createRandom(seed);
  return packSites.flatMap((site, at) => {
    const { passages, texts } = readCorpus(corpusFolderOf(site));
    const fitting = [...passages, ...texts].filter(
      ({ text }) => text.length >= textLength.min && text.length <= textLength.max,
    );
    const share =
      Math.floor(((at + 1) * count) / packSites.length) - Math.floor((at * count) / packSites.length);
    return drawn(fitting, share, random).map(({ id, text }) => ({ id: `${site}/${id}`, site, text }));
  });
}

/**
 * Reads texts of the corpora, and writes the probabilities of their sentences.
 * @param out file for the readings
 * @returns lines for a terminal
 */
export async function writeReadings(out: string, options: DrawOptions & MachineOptions): Promise<string[]> {
  const readings = await readOn(drawTexts(options), options);
  writeFileSync(out, `${JSON.stringify(readings, null, 1)}\n`);
  return [`${readings.texts.length} texts read by ${readings.readBy}: ${out}`];
}

/** Compares two files of readings. Returns lines for a terminal. */
export const compareReadingFiles = (one: string, other: string, allowed: number): string[] =>
  linesOf(readingsIn(one), readingsIn(other), allowed);

/** Reads texts here and on another machine or runtime, and compares. Returns lines for a terminal. */
export async function compareMachines(
  options: DrawOptions & MachineOptions,
  allowed: number,
): Promise<string[]> {
  const texts = drawTexts(options);
  const here = await readOn(texts, { runtime: 'auto' });
  return linesOf(here, await readOn(texts, options), allowed);
}

const readingsIn = (file: string): Readings => JSON.parse(readFileSync(file, 'utf8')) as Readings;

function linesOf(one: Readings, other: Readings, allowed: number): string[] {
  const apart = compareReadings(one, other, allowed);
  return [
    `read by ${one.readBy}`,
    `and by  ${other.readBy}`,
    `${apart.sentences} sentences of ${apart.texts} texts, weights ${one.weights.slice(0, 12)}`,
    `largest |Δp|                        ${apart.largest.toFixed(5)}, mean ${apart.mean.toFixed(5)}`,
    `sentences further apart than ${allowed}  ${apart.beyond}`,
    `texts that near a threshold         ${apart.nearThreshold} (within ${Math.max(allowed, apart.largest).toFixed(5)})`,
    `texts decided otherwise             ${apart.decidedOtherwise}`,
  ];
}

async function readOn(
  texts: readonly TextToRead[],
  { runtime, under, node = process.execPath }: MachineOptions,
): Promise<Readings> {
  const folder = mkdtempSync(join(tmpdir(), 'redline-readings-'));
  try {
    const [asked, answered] = [join(folder, 'texts.json'), join(folder, 'readings.json')];
    writeFileSync(asked, JSON.stringify(texts));
    const reader = join(packFolderOf('us'), '..', 'reader');
    const [command = node, ...args] = [
      ...(under?.split(' ').filter(Boolean) ?? []),
      node,
      '--disable-warning=ExperimentalWarning',
      program,
      ...[reader, asked, answered, runtime],
    ];
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    const [code, signal] = await once(child, 'exit');
    if (code !== 0) throw new Error(`${command} ended with ${code ?? signal}`);
    return readingsIn(answered);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
