/** A part of a video, in seconds from its beginning. */
export interface Span {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** Words that are spoken or displayed, with their time. */
export interface TimedText extends Span {
  readonly text: string;
}
