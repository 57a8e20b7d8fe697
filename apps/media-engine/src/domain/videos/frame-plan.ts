/** The frames to extract from a video of some length. */
export interface FramePlan {
  /** The greatest interval between frames. */
  readonly spacingSeconds: number;
  /** Limit of all frames, including those at changes. */
  readonly framesMax: number;
}

/** The scene score of ffmpeg above which a frame is extracted: one line of caption on a still picture scores as much. */
export const sceneScoreMin = 0.03;
/** The least interval between frames, however fast the picture changes. */
export const gapSecondsMin = 0.25;

const floorFramesMax = 900;
/** Frames at changes, beside those at even intervals. */
const changesMax = 300;

/**
 * Plans a frame every second for a video of a minute, every two seconds for longer ones, and at most 900 at even
 * intervals: a video of half an hour has one every two seconds, one of four hours every sixteen. Text that viewers are to
 * read is displayed for two seconds at least. Frames at changes are added, 300 at most.
 */
export function framePlan(durationSeconds: number): FramePlan {
  const short = Math.min(2, Math.max(1, durationSeconds / 60));
  const spacingSeconds = Math.max(short, durationSeconds / floorFramesMax);
  return { spacingSeconds, framesMax: Math.ceil(durationSeconds / spacingSeconds) + 1 + changesMax };
}
