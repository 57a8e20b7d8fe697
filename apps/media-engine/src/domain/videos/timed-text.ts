/** A stretch of a video's sound, in seconds from its beginning. */
export interface Span {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** Something said, and when. */
export interface TimedText extends Span {
  readonly text: string;
}
