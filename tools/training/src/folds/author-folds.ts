import type { Row } from '../corpus/passages.ts';
import { assignFolds } from './assign-folds.ts';

/** Whether the row is in a file of one author. */
export const hasAuthor = ({ author }: Pick<Row, 'author'>): boolean => author !== null;

/**
 * Assigns authors to folds, so that no row is predicted by models that were trained on its author. Authors are taken in
 * the order of their names.
 * @returns the fold of each row; -1 for rows without an author, which are only trained on
 */
export function authorFolds(rows: readonly Pick<Row, 'author'>[], foldCount: number): number[] {
  const authors = rows.flatMap(({ author }) => author ?? []);
  const byAuthor = [...Map.groupBy(authors, (author) => author)].sort(([a], [b]) => (a < b ? -1 : 1));
  const folds = assignFolds(new Map(byAuthor.map(([author, own]) => [author, own.length])), foldCount);
  return rows.map(({ author }) => (author === null ? -1 : (folds.get(author) ?? -1)));
}
