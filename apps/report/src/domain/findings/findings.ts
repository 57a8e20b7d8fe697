import type { anyMainVideoCheckRecord, PictureBox, Precedent } from '@redline/contracts';
import type { z } from 'zod';

type VideoRecord = z.output<typeof anyMainVideoCheckRecord>;

/** One thing seen in a frame. */
export interface FrameFinding {
  readonly description: string;
  /** Null for an object, which has no words. */
  readonly matchedText: string | null;
  readonly severity: 'high' | 'medium' | 'low';
  readonly tier: 'STRICT' | 'SOFT';
  readonly tierLabel: string | null;
  readonly tierReason: string | null;
  readonly suggestion: string | null;
  readonly legalRef: string | null;
  /** Undefined in records of an older engine. */
  readonly precedents?: readonly Precedent[] | undefined;
  /** Where on the frame it is, in pixels; undefined in records of an older engine. */
  readonly boxes?: readonly PictureBox[] | undefined;
  /** The time of the caption that it is in, which later frames show, too; null or undefined of what is in none. */
  readonly startSeconds?: number | null | undefined;
  readonly endSeconds?: number | null | undefined;
}

type ShownFrame = VideoRecord['frames'][number];
type Frame = Pick<ShownFrame, 'timeSeconds' | 'tier' | 'tierLabel' | 'tierReason' | 'description'> & {
  /** Most severe first; undefined in records of an older engine, which have only a description. */
  readonly findings?: readonly FrameFinding[] | undefined;
};

/**
 * The content of a report: the record of a completed check without fields that no report uses, such as URLs, which may
 * be signed, the whole transcript and all captions.
 */
export type Findings = Omit<
  VideoRecord,
  'frames' | 'captions' | 'video' | 'transcript' | 'riskLevel' | 'status'
> & {
  readonly riskLevel: NonNullable<VideoRecord['riskLevel']>;
  readonly video: Omit<VideoRecord['video'], 'url'>;
  readonly frames: readonly Frame[];
  readonly transcriptStatus: VideoRecord['transcript']['status'];
};

/** The findings of a check; null while it has none. */
export function findingsOf(record: VideoRecord): Findings | null {
  const { status, riskLevel, frames, captions: _captions, video, transcript, ...rest } = record;
  if (status !== 'completed' || riskLevel === null) return null;
  const { url: _, ...file } = video;
  return {
    ...rest,
    riskLevel,
    video: file,
    frames: frames.map(({ imageUrl: __, ocrText: ___, ...frame }) => frame),
    transcriptStatus: transcript.status,
  };
}
