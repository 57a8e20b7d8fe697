import { BlobError } from './blob-store.ts';

/** Bytes of a key. S3 allows 1,024; the rest is for URLs, in which each byte may become three. */
export const keyBytesMax = 500;
/** Bytes of a part of a key. File systems allow 255, and a folder of the folder store has one more. */
const partBytesMax = 200;
/** Separators of other systems, ends of a path in a URL, quotes, and invisible characters. */
const refusedCharacter = /[\p{C}\p{Zl}\p{Zp}\\?#%"<>|*:]/u;

/**
 * Validates the key of an object: it must be usable in a URL and as a path on every file system, and must not lead out
 * of its folder.
 * @returns the end of a sentence that begins with the key's name; undefined if the key is valid
 */
export function blobKeyFault(key: string): string | undefined {
  if (key === '') return 'must not be empty';
  if (!key.isWellFormed()) return 'must be well-formed Unicode';
  if (Buffer.byteLength(key) > keyBytesMax) return `must have at most ${keyBytesMax} bytes in UTF-8`;
  if (refusedCharacter.test(key)) return 'must not contain control characters or any of \\ ? # % " < > | * :';
  for (const part of key.split('/')) {
    if (part === '') return 'must not begin or end with a slash, or have two in a row';
    if (part.startsWith('.')) return 'must not have a part that begins with a dot';
    if (Buffer.byteLength(part) > partBytesMax)
      return `must not have a part of more than ${partBytesMax} bytes`;
  }
  return undefined;
}

/** @throws BlobError `key` */
export function checkKey(key: string): void {
  const fault = blobKeyFault(key);
  if (fault) throw new BlobError('key', `the key ${fault}`);
}

/** @throws BlobError `key` for a prefix that is no key with a slash behind it */
export function checkPrefix(prefix: string): void {
  if (!prefix.endsWith('/')) throw new BlobError('key', 'a prefix must end with a slash');
  checkKey(prefix.slice(0, -1));
}
