import { createHash } from 'node:crypto';

const minuteSeconds = 60;
const hourSeconds = 3_600;

/** A limit: so many attempts of a bucket in a window. */
export interface AttemptLimit {
  readonly bucket: string;
  readonly max: number;
  readonly windowSeconds: number;
}

/** A hash, so that the table has no addresses of people who are none of ours. */
const hashOf = (email: string) =>
  createHash('sha256').update(email.trim().toLowerCase()).digest('base64url').slice(0, 22);

/**
 * Returns the limits of attempts to sign in: of one network at one address, so that its owner still gets in from elsewhere;
 * of all networks at that address; and of one network at all addresses. Those that succeed do not count.
 */
export const signInLimits = (network: string, email: string): readonly AttemptLimit[] => [
  { bucket: `sign-in ${network} ${hashOf(email)}`, max: 10, windowSeconds: 15 * minuteSeconds },
  { bucket: `sign-in ${hashOf(email)}`, max: 100, windowSeconds: hourSeconds },
  { bucket: `sign-in ${network}`, max: 60, windowSeconds: 15 * minuteSeconds },
];

/** Returns the limits of mails: few to one address, more for one network. */
export const mailLimits = (network: string, email: string): readonly AttemptLimit[] => [
  { bucket: `mail ${hashOf(email)}`, max: 5, windowSeconds: hourSeconds },
  { bucket: `mail ${network}`, max: 30, windowSeconds: hourSeconds },
];

/** Returns the limits of what takes a secret of a mail or a password, by network. */
export const tokenLimits = (network: string): readonly AttemptLimit[] => [
  { bucket: `token ${network}`, max: 60, windowSeconds: 15 * minuteSeconds },
];

/** Returns the limits of a person who tries the own password. */
export const passwordLimits = (userId: string): readonly AttemptLimit[] => [
  { bucket: `password ${userId}`, max: 10, windowSeconds: 15 * minuteSeconds },
];
