/** A moment of a video at which a frame was extracted, and which of the distinct frames it shows. */
export interface FrameSample {
  readonly timeSeconds: number;
  /** Index of the distinct frame. */
  readonly frame: number;
}
