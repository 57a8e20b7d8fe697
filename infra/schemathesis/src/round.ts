import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteKeys } from './accounts.ts';
import { readEvents } from './events.ts';
import { runProgram } from './program.ts';
import { newUpload, type Records } from './records.ts';
import { peersFile, roundFiles, settingsFile } from './settings-file.ts';
import { type SurfaceName, surfaces } from './surfaces.ts';
import { add, type Tally } from './tally.ts';

/** What a round is run with. */
export interface RoundOptions {
  readonly program: string;
  readonly apiUrl: string;
  readonly surface: SurfaceName;
  readonly seed: number;
  readonly workers: number;
  readonly examplesMax: number;
  /** Without credits and on the smallest plan. */
  readonly isPoor: boolean;
  readonly keys: SiteKeys;
  readonly records: Records;
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** A round takes one to three minutes on two cores; this is for a machine that does other things. */
const timeoutMs = 1_800_000;
/** More than there are submissions in a round. */
const idempotencyKeyCount = 2_000;

/**
 * Runs the program once over a surface and adds its report.
 * @returns the number of its cases
 * @throws Error if the program could not do its work
 */
export async function runRound(options: RoundOptions, tally: Tally): Promise<number> {
  const { program, apiUrl, surface, seed, folder, keys, isPoor, signal } = options;
  await mkdir(folder, { recursive: true });
  const isSite = surface !== 'files';
  // A form is signed for five minutes, so each round has one of its own.
  const records = isSite
    ? options.records
    : { ...options.records, upload: await newUpload(apiUrl, 'us', keys.owner) };
  const settings = settingsFile({
    surface,
    workers: options.workers,
    examplesMax: options.examplesMax,
    ...(isSite && isPoor ? { key: keys.poor } : {}),
    hasPeers: isSite && !isPoor,
    records: isPoor ? undefined : records,
    idempotencyKeys: Array.from({ length: idempotencyKeyCount }, () => randomUUID()),
  });
  await writeFile(join(folder, roundFiles.settings), settings, { mode: 0o600 });
  await writeFile(join(folder, roundFiles.peers), peersFile(keys), { mode: 0o600 });
  const { pathPattern } = surfaces[surface];
  const run = {
    program,
    apiUrl,
    pathPattern,
    seed,
    folder,
    settings: roundFiles.settings,
    timeoutMs,
    signal,
  };
  await runProgram(run);
  const before = tally.cases;
  for await (const entry of readEvents(join(folder, roundFiles.events))) add(tally, entry);
  return tally.cases - before;
}
