/** Rows of numbers in one array: row `r` from `from[r]` to `from[r + 1]`. */
export interface Rows {
  readonly values: Int32Array;
  readonly from: Int32Array;
}

/** Packs rows into one array, which stays in the processor's cache. */
export function rowsOf(rows: readonly (readonly number[])[]): Rows {
  const from = new Int32Array(rows.length + 1);
  for (const [number, row] of rows.entries()) from[number + 1] = (from[number] ?? 0) + row.length;
  return { values: Int32Array.from(rows.flat()), from };
}

/** Inverts rows: row `v` of the result lists the rows that hold `v`. */
export function transpose({ values, from }: Rows, count: number): Rows {
  const rows = Array.from({ length: count }, (): number[] => []);
  for (let row = 0; row + 1 < from.length; row++) {
    for (let at = from[row] ?? 0; at < (from[row + 1] ?? 0); at++) rows[values[at] ?? 0]?.push(row);
  }
  return rowsOf(rows);
}
