import { createHmac, timingSafeEqual } from 'node:crypto';

/** The parameters of a URL that grant its bearer access to one object until they expire. */
export interface KeySignature {
  /** Unix time in seconds. */
  readonly expires: number;
  readonly signature: string;
}

const signatureOf = (secret: string, key: string, expires: number) =>
  createHmac('sha256', secret).update(`read\n${expires}\n${key}`).digest();

/** Signs a key, for stores that cannot do it themselves. */
export function signKey(secret: string, key: string, expires: number): KeySignature {
  return { expires, signature: signatureOf(secret, key, expires).toString('base64url') };
}

/** Returns whether a signature is valid for this key and not expired at `nowMs`. */
export function isSignedKey(secret: string, key: string, given: KeySignature, nowMs: number): boolean {
  const { expires, signature } = given;
  if (!Number.isSafeInteger(expires) || expires * 1_000 <= nowMs) return false;
  const wanted = signatureOf(secret, key, expires);
  const got = Buffer.from(signature, 'base64url');
  return got.length === wanted.length && timingSafeEqual(got, wanted);
}

/** Returns the path of a key in a URL, without a leading slash. */
export const encodeKey = (key: string): string => key.split('/').map(encodeURIComponent).join('/');
