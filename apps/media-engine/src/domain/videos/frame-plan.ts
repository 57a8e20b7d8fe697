/** How frames are taken from a video of one length. */
export interface FramePlan {
  /** A frame is taken at least so often. */
  readonly spacingSeconds: number;
  /** Frames in all, those of changes included. */
  readonly framesMax: number;
}

/** Where much changes at once, a frame is taken at once: a caption of one line on a still picture scores as much. */
export const sceneScoreMin = 0.03;
/** Between two frames, however fast the picture changes. */
export const gapSecondsMin = 0.25;

const floorFramesMax = 900;
/** For changes, over the even floor. */
const changesMax = 300;

/**
 * A frame every second of the first minute's worth, every two seconds in longer videos, and never more than 900 at even
 * distance: so a video of half an hour is seen every two seconds, one of four hours every sixteen. What people are to
 * read stands for two seconds at least. Frames at changes come on top, 300 at most.
 */
export function framePlan(durationSeconds: number): FramePlan {
  const short = Math.min(2, Math.max(1, durationSeconds / 60));
  const spacingSeconds = Math.max(short, durationSeconds / floorFramesMax);
  return { spacingSeconds, framesMax: Math.ceil(durationSeconds / spacingSeconds) + 1 + changesMax };
}
