import { join } from 'node:path';
import { ProgramFault } from '../programs/program-error.ts';
import type { ProgramLimits, RunProgram } from '../programs/run-program.ts';
import { PictureFault } from './image-error.ts';

const limits: ProgramLimits = {
  timeoutMs: 20_000,
  cpuSeconds: 15,
  memoryBytes: 2 ** 31,
  fileBytes: 100_000_000,
  outputBytes: 65_536,
};

/**
 * Makes a JPEG of a HEIC picture, whose codec is in no library that npm carries.
 * @returns its path, in `folder`
 */
export type ConvertHeic = (path: string, folder: string, signal: AbortSignal) => Promise<string>;

/**
 * @param program the name or path of libheif's `heif-convert`
 * @throws PictureFault where the file is damaged, or the program is not there
 */
export const heicConverter = (runProgram: RunProgram, program: string): ConvertHeic => {
  return async (path, folder, signal) => {
    const converted = join(folder, 'converted.jpg');
    try {
      await runProgram({ program, args: ['-q', '95', path, converted], limits, signal });
    } catch (error) {
      if (!(error instanceof ProgramFault)) throw error;
      if (error.kind === 'missing')
        throw new PictureFault('HEIC pictures cannot be decoded here: send JPEG, PNG, WebP, GIF or AVIF');
      throw new PictureFault('the picture is damaged or incomplete');
    }
    return converted;
  };
};
