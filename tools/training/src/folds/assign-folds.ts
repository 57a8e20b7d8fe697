/**
 * Assigns groups to folds, in their order, each to the fold with the fewest rows so far.
 * @param sizes rows of each group
 * @returns the fold of each group
 */
export function assignFolds<K>(sizes: ReadonlyMap<K, number>, foldCount: number): Map<K, number> {
  const rows = new Array<number>(foldCount).fill(0);
  return new Map(
    [...sizes].map(([group, size]) => {
      const smallest = rows.indexOf(Math.min(...rows));
      rows[smallest] = (rows[smallest] ?? 0) + size;
      return [group, smallest];
    }),
  );
}
