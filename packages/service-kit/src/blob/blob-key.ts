import { BlobError } from './blob-store.ts';

/** S3 takes 1,024 bytes; what is left is for URLs, in which each of them may become three. */
export const keyBytesMax = 500;
/** File systems take 255 bytes for a name, and a folder of ours has one more. */
const partBytesMax = 200;
/** Separators of other systems, what ends a path in a URL, quotes, and whatever is not seen. */
const refusedCharacter = /[\p{C}\p{Zl}\p{Zp}\\?#%"<>|*:]/u;

/**
 * What is wrong with the key of an object: it must be able to stand in a URL and to be a path on every file system, and
 * must not lead out of the place that it names.
 * @returns the end of a sentence that begins with the key's name; undefined when nothing is wrong
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
