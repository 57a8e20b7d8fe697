import { resolve } from 'node:path';
import { ProgramError } from '../programs/program-error.ts';
import type { ProgramLimits, ProgramResult, RunProgram } from '../programs/run-program.ts';
import { VideoError } from './video-error.ts';

/** ffmpeg and ffprobe, and the function that runs them. */
export interface VideoPrograms {
  readonly run: RunProgram;
  /** Name on the search path, or path. */
  readonly ffmpeg: string;
  readonly ffprobe: string;
}

/** Longer videos, which are films, are refused. Limits time, disk and the number of frames. */
export const durationSecondsMax = 4 * 3_600;

/** Containers of videos. A playlist, which could name other files, is refused whatever its name is. */
const formats = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,flv';

/**
 * Codecs that cameras, phones, editors and platforms write, covers and subtitles included; a file with a track of another
 * codec is refused. A decoder that is not needed cannot be attacked.
 */
const codecs = [
  'h264,hevc,vp8,vp9,av1,libdav1d,mpeg4,mpeg1video,mpeg2video,h263,mjpeg,prores,dnxhd,theora,ffv1,rawvideo,png',
  'flv,vp6f,msmpeg4v2,msmpeg4,wmv1,wmv2,vc1',
  'aac,aac_latm,mp3float,mp3,mp2float,mp2,ac3,eac3,dca,truehd,opus,libopus,vorbis,flac,alac,wavpack,wmav1,wmav2',
  'pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_f32le,pcm_u8,pcm_mulaw,pcm_alaw,pcm_bluray',
  'amrnb,amrwb,adpcm_ima_wav,adpcm_ms,adpcm_swf',
  'mov_text,srt,subrip,ass,ssa,webvtt,text,dvdsub,pgssub,dvbsub',
].join(',');

const streamsMax = 16;
/** 8K. A frame takes 50 MB, and a decoder holds sixteen. */
const pixelsMax = 7_680 * 4_320;

/** Options before any other: read only this file, and only as a video. */
export const inputGuards: readonly string[] = [
  ...['-protocol_whitelist', 'file', '-format_whitelist', formats, '-codec_whitelist', codecs],
  ...['-max_streams', `${streamsMax}`, '-max_pixels', `${pixelsMax}`],
];

/** Returns a path in the form that the programs never read as an option or as another kind of address. */
export const inputOf = (path: string): string => `file:${resolve(path)}`;

export const memoryBytesMax = 3 * 2 ** 30;

/** Returns the limits of a run that reads a whole video: a minute, and one second for each second of it. */
export const limitsFor = (durationSeconds: number, fileBytes: number): ProgramLimits => ({
  timeoutMs: 60_000 + durationSeconds * 1_000,
  cpuSeconds: Math.ceil(60 + durationSeconds * 2),
  memoryBytes: memoryBytesMax,
  fileBytes,
  outputBytes: 8 * 2 ** 20,
});

/** A run of one of the programs on the file at `path`. */
export interface VideoRun {
  readonly path: string;
  readonly args: readonly string[];
  readonly limits: ProgramLimits;
  readonly signal: AbortSignal;
  /** Where it writes; without it the program only prints. */
  readonly folder?: string;
}

/**
 * Runs one of the programs on a file.
 * @throws VideoError if it failed because of the file; ProgramError `missing`; the signal's reason
 */
export async function runOnVideo(
  programs: VideoPrograms,
  program: 'ffmpeg' | 'ffprobe',
  { path, ...run }: VideoRun,
): Promise<ProgramResult> {
  try {
    return await programs.run({ program: programs[program], reads: [path], ...run });
  } catch (error) {
    if (!(error instanceof ProgramError) || error.kind === 'missing') throw error;
    if (error.kind === 'limit')
      throw new VideoError('the video takes more time or memory to decode than one of its length may');
    throw new VideoError(reasonOf(error.stderr));
  }
}

/** Returns a sentence that a client can act on. The messages of the programs name files and addresses of this machine. */
function reasonOf(stderr: string): string {
  if (/exceeds max_streams/.test(stderr)) return `the file holds more than ${streamsMax} tracks`;
  if (/Picture size .* (is invalid|exceeds)|Video frame size/i.test(stderr))
    return 'the picture of the video is larger than 8K';
  if (/not on whitelist/.test(stderr)) return 'the file is no video of a kind that is checked';
  if (/moov atom not found|Truncat/i.test(stderr))
    return 'the file is no video, or not all of one: its index is missing';
  return 'the file is no video that can be read';
}
