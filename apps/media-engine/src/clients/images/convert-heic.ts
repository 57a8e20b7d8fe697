import { join } from 'node:path';
import { ProgramError } from '../programs/program-error.ts';
import type { ProgramLimits, RunProgram } from '../programs/run-program.ts';
import { ImageError } from './image-error.ts';

const limits: ProgramLimits = {
  timeoutMs: 20_000,
  cpuSeconds: 15,
  memoryBytes: 2 ** 31,
  fileBytes: 100_000_000,
  outputBytes: 65_536,
};

/**
 * Converts a HEIC image to JPEG: no library on npm contains its codec.
 * @returns the path of the JPEG, in `folder`
 */
export type ConvertHeic = (path: string, folder: string, signal: AbortSignal) => Promise<string>;

/**
 * @param program the name or path of libheif's `heif-convert`
 * @throws ImageError if the file is damaged, or the program is missing
 */
export const heicConverter = (runProgram: RunProgram, program: string): ConvertHeic => {
  return async (path, folder, signal) => {
    const converted = join(folder, 'converted.jpg');
    try {
      const args = ['-q', '95', path, converted];
      await runProgram({ program, args, limits, reads: [path], folder, signal });
    } catch (error) {
      if (!(error instanceof ProgramError)) throw error;
      if (error.kind === 'missing')
        throw new ImageError('HEIC pictures cannot be decoded here: send JPEG, PNG, WebP, GIF or AVIF');
      throw new ImageError('the picture is damaged or incomplete');
    }
    return converted;
  };
};
