/** A place in a file as editors say it: from 1; columns count UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Finds the line and column of offsets of one file. */
export interface Lines {
  readonly positionOf: (offset: number) => Position;
  /** Returns a line without its end, by its number; empty behind the last. */
  readonly textOf: (line: number) => string;
  readonly count: number;
}

/** Prepares the lines of a file: `\n`, `\r\n` and `\r` end one. */
export function linesOf(file: string): Lines {
  const starts = [0, ...[...file.matchAll(/\r\n|\n|\r/g)].map(({ index, 0: end }) => index + end.length)];
  return {
    positionOf(offset) {
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
    },
    textOf: (line) =>
      starts[line - 1] === undefined
        ? ''
        : file.slice(starts[line - 1], starts[line]).replace(/[\r\n]+$/, ''),
    count: starts.length,
  };
}
