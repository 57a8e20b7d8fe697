import { InvalidArgumentError } from 'commander';

/** Reads a whole number of a command line. */
export function wholeNumber(written: string): number {
  if (!/^\d{1,6}$/.test(written)) throw new InvalidArgumentError('It takes a whole number up to 999999.');
  return Number(written);
}
