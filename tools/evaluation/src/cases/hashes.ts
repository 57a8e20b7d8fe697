import { createHash } from 'node:crypto';

/** Returns the SHA-256 of a text, in hexadecimal digits. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns the hash by which a passage is known again, whatever its case, spacing and punctuation. */
export function passageHash(passage: string): string {
  const words =
    passage
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return sha256(words.join(' '));
}
