import { resolve } from 'node:path';
import { ProgramFault } from '../programs/program-error.ts';
import type { ProgramLimits, ProgramResult, RunProgram } from '../programs/run-program.ts';
import { VideoFault } from './video-error.ts';

/** The two programs, and how they are run. */
export interface VideoPrograms {
  readonly run: RunProgram;
  /** Names on the search path, or paths. */
  readonly ffmpeg: string;
  readonly ffprobe: string;
}

/** No video is checked past it: longer ones are films. It bounds time, disk and the number of frames. */
export const durationSecondsMax = 4 * 3_600;

/** Containers that videos come in. A playlist, which could name other files, is none, whatever its name ends with. */
const formats = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,flv';

/**
 * What cameras, phones, editors and platforms write, covers and subtitles included: a track of any other kind refuses the
 * whole file. A decoder that nobody needs is one that nobody attacks.
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
/** 8K. A frame of it takes 50 MB, and a decoder keeps sixteen. */
const pixelsMax = 7_680 * 4_320;

/** Told before anything else: read this file alone, as a video alone. */
export const guarded: readonly string[] = [
  ...['-protocol_whitelist', 'file', '-format_whitelist', formats, '-codec_whitelist', codecs],
  ...['-max_streams', `${streamsMax}`, '-max_pixels', `${pixelsMax}`],
];

/** A path as the programs read it: never as an option, nor as an address of another kind. */
export const inputOf = (path: string): string => `file:${resolve(path)}`;

export const memoryBytesMax = 3 * 2 ** 30;

/** For work that reads the whole file: so many seconds, and as many again for each of the video's. */
export const limitsFor = (durationSeconds: number, fileBytes: number): ProgramLimits => ({
  timeoutMs: 60_000 + durationSeconds * 1_000,
  cpuSeconds: Math.ceil(60 + durationSeconds * 2),
  memoryBytes: memoryBytesMax,
  fileBytes,
  outputBytes: 8 * 2 ** 20,
});

/**
 * Runs one of the programs on a file.
 * @throws VideoFault where the file is what ended it; a ProgramFault `missing`; the signal's reason
 */
export async function runOnVideo(
  programs: VideoPrograms,
  program: 'ffmpeg' | 'ffprobe',
  {
    args,
    limits,
    signal,
    cwd,
  }: { args: readonly string[]; limits: ProgramLimits; signal: AbortSignal; cwd: string },
): Promise<ProgramResult> {
  try {
    return await programs.run({ program: programs[program], args, limits, signal, cwd });
  } catch (error) {
    if (!(error instanceof ProgramFault) || error.kind === 'missing') throw error;
    if (error.kind === 'limit')
      throw new VideoFault('the video takes more time or memory to decode than one of its length may');
    throw new VideoFault(reasonOf(error.stderr));
  }
}

/** What people can act on of what the programs say; their own words name files and addresses of this machine. */
function reasonOf(said: string): string {
  if (/exceeds max_streams/.test(said)) return `the file holds more than ${streamsMax} tracks`;
  if (/Picture size .* (is invalid|exceeds)|Video frame size/i.test(said))
    return 'the picture of the video is larger than 8K';
  if (/not on whitelist/.test(said)) return 'the file is no video of a kind that is checked';
  if (/moov atom not found|Truncat/i.test(said))
    return 'the file is no video, or not all of one: its index is missing';
  return 'the file is no video that can be read';
}
