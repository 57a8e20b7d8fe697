import { parseArgs } from 'node:util';
import { isSurfaceName, type SurfaceName, surfaceNames } from './surfaces.ts';

export interface Options {
  /** At least this many cases over all surfaces. */
  readonly cases: number;
  readonly seed: number;
  /** Threads of the program that send requests. With more than one, Python 3.11 now and then fails to generate. */
  readonly workers: number;
  readonly surfaces: readonly SurfaceName[];
}

export const usage = `npm run -s schemathesis -- [--cases 20000] [--seed N] [--workers 1] [--only ${surfaceNames.join('|')}]`;

/** Thrown for an invalid command line; the message is one line. */
export class OptionsError extends Error {}

/**
 * Parses the command line.
 * @param newSeed the default seed
 * @throws OptionsError if an option is unknown or invalid
 */
export function readOptions(args: readonly string[], newSeed: number): Options {
  const { cases = '20000', seed = String(newSeed), workers = '1', only } = parse(args);
  if (only !== undefined && !isSurfaceName(only)) {
    throw new OptionsError(`--only is "${only}"; it must be one of ${surfaceNames.join(', ')}`);
  }
  return {
    cases: wholeNumber('--cases', cases, 1, 1_000_000),
    seed: wholeNumber('--seed', seed, 0, 2 ** 31 - 1),
    workers: wholeNumber('--workers', workers, 1, 64),
    surfaces: only === undefined ? surfaceNames : [only],
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    const options = { cases: text, seed: text, workers: text, only: text };
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    throw new OptionsError(error instanceof Error ? error.message : String(error));
  }
}

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new OptionsError(`${name} is "${text}"; it must be a whole number from ${min} to ${max}`);
}
