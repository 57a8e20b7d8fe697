import { siteIds } from '@redline/contracts';
import { InvalidArgumentError, Option } from 'commander';

/** Reads a time; any that JavaScript reads becomes ISO 8601. */
export function isoTime(value: string): string {
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) throw new InvalidArgumentError('it must be an ISO 8601 time.');
  return at.toISOString();
}

/** Reads a whole number above 0. */
export function wholeNumber(value: string): number {
  if (!/^[1-9]\d{0,9}$/.test(value)) throw new InvalidArgumentError('it must be a whole number above 0.');
  return Number(value);
}

/** Reads an age in minutes; 0 is allowed. */
export const minutes = (value: string): number => (value === '0' ? 0 : wholeNumber(value));

/** Reads a number of whole hours from 0 to 168, a week. */
export function hours(value: string): number {
  if (!/^\d{1,3}$/.test(value) || Number(value) > 168)
    throw new InvalidArgumentError('it must be a whole number of hours from 0 to 168.');
  return Number(value);
}

/** Options that several commands have. */
export const account = () => new Option('--account <id>').makeOptionMandatory();
export const site = () => new Option('--site <site>').choices(siteIds).makeOptionMandatory();
export const expires = () => new Option('--expires <time>', 'ISO 8601; never by default').argParser(isoTime);
