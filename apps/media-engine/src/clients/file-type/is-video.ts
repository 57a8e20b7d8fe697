import { fileTypeFromBuffer } from 'file-type';

/**
 * Whether a file begins as a video does. It may still be damaged, or hold no moving picture: that is found when it is
 * decoded.
 * @param head the first kilobytes
 */
export async function isVideo(head: Uint8Array): Promise<boolean> {
  const type = await fileTypeFromBuffer(head);
  return type?.mime.startsWith('video/') ?? false;
}
