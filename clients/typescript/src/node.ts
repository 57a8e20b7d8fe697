import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';

/**
 * Opens a file for an upload, without reading it into memory: it is read as it is sent.
 * @param path of the file; its name goes with it
 * @throws the error of the file system when it cannot be opened
 */
export async function fileFromPath(path: string): Promise<File> {
  return new File([await openAsBlob(path)], basename(path));
}
