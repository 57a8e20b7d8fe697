import { stat } from 'node:fs/promises';
import { type Probe, readProbe } from '../../domain/videos/probe.ts';
import {
  durationSecondsMax,
  inputGuards,
  inputOf,
  memoryBytesMax,
  runOnVideo,
  type VideoPrograms,
} from './run-ffmpeg.ts';
import { VideoError } from './video-error.ts';

const limits = {
  timeoutMs: 20_000,
  cpuSeconds: 20,
  memoryBytes: memoryBytesMax,
  fileBytes: 0,
  outputBytes: 1_048_576,
};
const entries =
  'format=duration:stream=index,codec_type,codec_name,width,height,duration' +
  ':stream_disposition=default,attached_pic,timed_thumbnails:stream_side_data=rotation';
/** Smaller pictures have no readable text, and ffmpeg's filters fail on them. */
const edgeMin = 16;
const edgeMax = 16_384;

/**
 * Reads which streams a file declares.
 * @param path of a file from a stranger
 * @throws VideoError if the file is no video, or none that is checked
 */
export async function probeVideo(programs: VideoPrograms, path: string, signal: AbortSignal): Promise<Probe> {
  if ((await stat(path)).size === 0) throw new VideoError('the file is empty');
  const args = ['-v', 'error', ...inputGuards, '-show_entries', entries, '-of', 'json', inputOf(path)];
  const { stdout } = await runOnVideo(programs, 'ffprobe', { path, args, limits, signal });
  const probe = readProbe(stdout.toString('utf8'));
  if (!probe) throw new VideoError('the file holds no moving picture, or one larger than 8K');
  if (Math.min(probe.width, probe.height) < edgeMin || Math.max(probe.width, probe.height) > edgeMax)
    throw new VideoError(`an edge of the video is shorter than ${edgeMin} or longer than ${edgeMax} pixels`);
  if ((probe.durationSeconds ?? 0) > durationSecondsMax) throw tooLong();
  return probe;
}

export const tooLong = () => new VideoError(`the video is longer than ${durationSecondsMax / 3_600} hours`);
