/** A stretch of a text that may stand for other characters. Offsets are UTF-16, end exclusive. */
export interface Respelling {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Null for what hides nothing. */
  readonly fold: 'pinyin' | 'homophone' | 'split' | 'pictogram' | null;
}
