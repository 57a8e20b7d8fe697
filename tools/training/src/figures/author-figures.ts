import { hasAuthor } from '../folds/author-folds.ts';
import { type Share, shareWhere } from '../share.ts';
import { isClose, isPlain, isReported, isViolating, type PredictedRow } from './predicted-row.ts';
import { type RankingFigures, rankingFigures } from './ranking-figures.ts';

/** The figures of rows whose authors were held out. */
export interface AuthorFigures {
  readonly authors: number;
  readonly sentences: number;
  readonly ranking: RankingFigures;
  readonly recall: Share;
  readonly precision: Share;
  readonly falseAlarmsClose: Share;
  readonly falseAlarmsPlain: Share;
}

/** Computes the figures of the rows that have an author; null for a corpus without any. */
export function authorFigures(predicted: readonly PredictedRow[]): AuthorFigures | null {
  const rows = predicted.filter((row) => hasAuthor(row) && !row.isAmbiguous);
  if (rows.length === 0) return null;
  return {
    authors: new Set(rows.map(({ author }) => author)).size,
    sentences: rows.length,
    ranking: rankingFigures(
      rows,
      rows.map(({ score }) => score),
    ),
    recall: shareWhere(rows.filter(isViolating), isReported),
    precision: shareWhere(rows.filter(isReported), isViolating),
    falseAlarmsClose: shareWhere(rows.filter(isClose), isReported),
    falseAlarmsPlain: shareWhere(rows.filter(isPlain), isReported),
  };
}
