import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface CompareOptions {
  /** A name of a commit. */
  readonly base: string;
  /** Random texts for each site. */
  readonly texts: number;
  /** Rewrites of all sites together. */
  readonly rewrites: number;
  readonly seed: number;
  /** Differing answers that are printed. */
  readonly shown: number;
  /** Holds labelled sets; it may be missing. */
  readonly evalFolder: string;
  /** Keeps checkouts of bases and what they answered. */
  readonly folder: string;
}

/** Reads the command line. Throws a TypeError or RangeError for one that is not as `usage` says. */
export function readOptions(args: readonly string[], root: string): CompareOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      base: { type: 'string' },
      texts: { type: 'string', default: '2000' },
      rewrites: { type: 'string', default: '500' },
      seed: { type: 'string', default: '13' },
      shown: { type: 'string', default: '10' },
      eval: { type: 'string', default: join(root, '..', 'shared', 'eval') },
      folder: { type: 'string', default: join(tmpdir(), 'redline-compare') },
    },
  });
  if (values.base === undefined) throw new TypeError('--base is missing');
  return {
    base: values.base,
    texts: count('texts', values.texts),
    rewrites: count('rewrites', values.rewrites),
    seed: count('seed', values.seed),
    shown: count('shown', values.shown),
    evalFolder: resolve(values.eval),
    folder: resolve(values.folder),
  };
}

export const usage =
  'usage: compare --base COMMIT [--texts N] [--rewrites N] [--seed N] [--shown N] [--eval FOLDER] [--folder FOLDER]';

function count(name: string, written: string): number {
  if (!/^\d{1,6}$/.test(written)) throw new RangeError(`--${name} takes a whole number up to 999999`);
  return Number(written);
}
