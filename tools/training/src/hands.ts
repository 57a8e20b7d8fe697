import { basename } from 'node:path';
import type { Row } from './corpus.ts';

/** Files of one voice each: a seller of one trade, unlike the others. Their names begin so. */
const handPrefix = 'hand-';

/** Whether the row stands in a file that one voice speaks in. */
export const hasHand = ({ file }: Pick<Row, 'file'>): boolean => basename(file).startsWith(handPrefix);

/**
 * Deals whole hands to folds, so that nobody is judged by what was learned from the same voice. The hands are dealt in
 * the order of their names, each to the fold with the fewest rows.
 * @returns the fold of each row; -1 for rows of no hand, which are only learned from
 */
export function handFoldsOf(rows: readonly Pick<Row, 'file'>[], count: number): number[] {
  const byHand = [...Map.groupBy(rows.filter(hasHand), ({ file }) => file)].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const sizes = new Array<number>(count).fill(0);
  const foldOf = new Map<string, number>();
  for (const [file, held] of byHand) {
    const lightest = sizes.indexOf(Math.min(...sizes));
    foldOf.set(file, lightest);
    sizes[lightest] = (sizes[lightest] ?? 0) + held.length;
  }
  return rows.map(({ file }) => foldOf.get(file) ?? -1);
}
