import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { VideoPrograms } from '../../src/clients/ffmpeg/run-ffmpeg.ts';
import { programRunner } from '../../src/clients/programs/run-program.ts';
import { testSandbox } from '../sandbox.ts';

const run = promisify(execFile);

export const programs: VideoPrograms = {
  run: programRunner(await testSandbox()),
  ffmpeg: 'ffmpeg',
  ffprobe: 'ffprobe',
};

/** Runs ffmpeg unbounded, on what a test wrote itself. The last argument is the file it makes. */
export async function ffmpeg(...args: readonly string[]): Promise<string> {
  await run('ffmpeg', ['-v', 'error', '-y', '-nostdin', ...args], { timeout: 60_000 });
  return args.at(-1) ?? '';
}

/** A picture of one colour that lasts so many seconds. */
export const still = (seconds: number, size = '640x360', rate = 10): readonly string[] => [
  ...['-f', 'lavfi', '-i', `color=c=0x336699:s=${size}:d=${seconds}:r=${rate}`],
];

/** White boxes, each like a line of text that stands from one second to another. */
export const lines = (...spans: readonly (readonly [from: number, to: number, y: number])[]): string =>
  spans
    .map(
      ([from, to, y]) =>
        `drawbox=x=80:y=${y}:w=160:h=24:t=fill:c=white:enable='between(t,${from},${to - 0.01})'`,
    )
    .join(',');

export const small: readonly string[] = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
