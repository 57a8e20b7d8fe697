import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';

/**
 * Returns the secret that a file holds, and makes it where there is none: what is encrypted with it must be read after the
 * next start too.
 * @returns 32 random bytes in base64
 */
export async function keptSecret(file: string): Promise<string> {
  try {
    await writeFile(file, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return (await readFile(file, 'utf8')).trim();
}
