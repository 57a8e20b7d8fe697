/** Streams that a command writes to. */
export interface Output {
  /** Writes to the standard output, as it is. */
  readonly write: (text: string) => void;
  /** Writes a line about the run itself to the standard error. */
  readonly warn: (line: string) => void;
  /** Whether the standard output is a terminal that shows colours. */
  readonly isColored: boolean;
}
