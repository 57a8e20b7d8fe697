import { fileTypeFromBuffer } from 'file-type';

/**
 * Tells whether a file begins as a video does. It may still be damaged or hold no moving picture, which only decoding
 * shows.
 * @param head the first kilobytes
 */
export async function isVideo(head: Uint8Array): Promise<boolean> {
  const type = await fileTypeFromBuffer(head);
  return type?.mime.startsWith('video/') ?? false;
}
