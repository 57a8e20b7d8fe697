import { z } from 'zod';

/** The streams that a file declares. It may declare anything: the decoded video decides. */
export interface Probe {
  readonly durationSeconds: number | null;
  readonly width: number;
  readonly height: number;
  /** Index of the stream in the file. */
  readonly videoStream: number;
  /** The one that players choose; null if there is no sound. */
  readonly audioStream: number | null;
  /** Text subtitles; null if there are none. */
  readonly subtitleStream: number | null;
}

const seconds = z.coerce.number().finite().nonnegative().optional().catch(undefined);
const streamSchema = z.object({
  index: z.number().int().nonnegative(),
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  duration: seconds,
  disposition: z.record(z.number()).default({}),
  side_data_list: z.array(z.object({ rotation: z.number().optional() })).default([]),
});
type Stream = z.infer<typeof streamSchema>;

const probeSchema = z.object({
  streams: z.array(streamSchema).default([]),
  format: z.object({ duration: seconds }).default({}),
});

/** Codecs of text subtitles; others are pictures. */
const textSubtitles = new Set(['mov_text', 'subrip', 'srt', 'ass', 'ssa', 'webvtt', 'text']);

/**
 * Parses the output of ffprobe.
 * @param json streams and format of the file
 * @returns undefined if the file has no moving picture
 */
export function readProbe(json: string): Probe | undefined {
  const { streams, format } = probeSchema.parse(JSON.parse(json));
  const video = chosen(streams.filter(isVideo));
  if (!video?.width || !video.height) return undefined;
  const audio = chosen(streams.filter((stream) => stream.codec_type === 'audio'));
  const subtitles = chosen(
    streams.filter(
      ({ codec_type, codec_name = '' }) => codec_type === 'subtitle' && textSubtitles.has(codec_name),
    ),
  );
  return {
    durationSeconds: format.duration ?? video.duration ?? null,
    width: isTurned(video) ? video.height : video.width,
    height: isTurned(video) ? video.width : video.height,
    videoStream: video.index,
    audioStream: audio?.index ?? null,
    subtitleStream: subtitles?.index ?? null,
  };
}

/** Excludes the cover of a sound file, a stream of one picture. */
const isVideo = ({ codec_type, disposition }: Stream) =>
  codec_type === 'video' && !disposition['attached_pic'] && !disposition['timed_thumbnails'];

const chosen = (streams: readonly Stream[]): Stream | undefined =>
  streams.find(({ disposition }) => disposition['default']) ?? streams[0];

/** Tells whether the picture is to be rotated: phones store it lying on its side. */
const isTurned = ({ side_data_list }: Stream) =>
  side_data_list.some(({ rotation }) => rotation !== undefined && Math.abs(rotation % 180) === 90);
