import { waitSecondsMax } from '@redline/contracts';

/** `wait=10`, alone or among other preferences, each with parameters or without (RFC 7240, section 2). */
const waitPreference = /(?:^|,)\s*wait\s*=\s*"?([0-9]{1,9})"?\s*(?=[;,]|$)/i;

/**
 * Reads the preference `wait` of a `Prefer` header (RFC 7240, section 4.3).
 * @returns seconds, at most the longest wait; undefined if there is none that can be read: preferences are never refused
 */
export function preferredWait(header: string | string[] | undefined): number | undefined {
  const text = Array.isArray(header) ? header.join(',') : header;
  const seconds = text === undefined ? undefined : waitPreference.exec(text)?.[1];
  return seconds === undefined ? undefined : Math.min(Number(seconds), waitSecondsMax);
}
