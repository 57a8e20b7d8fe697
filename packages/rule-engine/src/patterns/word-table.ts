/**
 * A map from words to words as plain data: tens of thousands of entries in one string and one array. As a `Map` those of
 * the main pack took 13 MB more, and a quarter of a second longer to read.
 */
export interface WordTable {
  /** `key\tvalue\n` of each entry, ascending by key. */
  readonly lines: string;
  /** The offset of each line. */
  readonly starts: Int32Array;
}

/** Makes a table. Neither keys nor values may hold a tab or a line end. */
export function wordTableOf(entries: ReadonlyMap<string, string>): WordTable {
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  const starts = new Int32Array(sorted.length);
  let length = 0;
  const lines = sorted.map(([key, value], number) => {
    const line = `${key}\t${value}\n`;
    starts[number] = length;
    length += line.length;
    return line;
  });
  return { lines: lines.join(''), starts };
}

/** The value of a key, or undefined. */
export function wordAt({ lines, starts }: WordTable, key: string): string | undefined {
  let low = 0;
  let high = starts.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const start = starts[middle] ?? 0;
    const tab = lines.indexOf('\t', start);
    const found = lines.slice(start, tab);
    if (found === key) return lines.slice(tab + 1, lines.indexOf('\n', tab));
    if (found < key) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}
