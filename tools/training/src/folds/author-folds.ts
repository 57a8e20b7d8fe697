import { basename } from 'node:path';
import type { Row } from '../corpus/passages.ts';
import { assignFolds } from './assign-folds.ts';

/** The names of files that one author wrote in the voice of one seller begin so. */
const authorPrefix = 'hand-';

/** Whether the row is in a file of one author. */
export const hasAuthor = ({ file }: Pick<Row, 'file'>): boolean => basename(file).startsWith(authorPrefix);

/**
 * Assigns authors to folds, so that no row is predicted by models that were trained on its author. Authors are taken in
 * the order of their files' names.
 * @returns the fold of each row; -1 for rows without an author, which are only trained on
 */
export function authorFolds(rows: readonly Pick<Row, 'file'>[], foldCount: number): number[] {
  const byAuthor = [...Map.groupBy(rows.filter(hasAuthor), ({ file }) => file)].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const folds = assignFolds(new Map(byAuthor.map(([file, own]) => [file, own.length])), foldCount);
  return rows.map(({ file }) => folds.get(file) ?? -1);
}
