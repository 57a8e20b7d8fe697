import { formatShare } from '../share.ts';
import type { AuthorFigures } from './author-figures.ts';
import type { RankingFigures } from './ranking-figures.ts';
import type { TextFigures } from './text-figures.ts';

/** A figure with its name, as terminal and page show it. */
export type FigureRow = readonly [name: string, value: string];

/** Returns the figures of texts with their names. */
export const textRows = (figures: TextFigures): readonly FigureRow[] => [
  ['texts', String(figures.texts)],
  ['area under ROC of texts', figures.areaUnderRoc.toFixed(3)],
  ['expected calibration error of texts', figures.calibrationError.toFixed(3)],
  [
    `lawful texts read as lawful (below ${figures.lawfulThreshold.toFixed(3)})`,
    formatShare(figures.lawfulReadAsLawful),
  ],
  ['violating texts read as lawful', formatShare(figures.violatingReadAsLawful)],
  [
    `violating texts flagged (from ${figures.flagThreshold.toFixed(3)})`,
    formatShare(figures.violatingFlagged),
  ],
  ['lawful texts flagged', formatShare(figures.lawfulFlagged)],
];

/** Returns the figures of held-out authors with their names. */
export const authorRows = (figures: AuthorFigures): readonly FigureRow[] => [
  ['authors, and their sentences', `${figures.authors}, ${figures.sentences}`],
  ['area under ROC', figures.ranking.areaUnderRoc.toFixed(3)],
  [
    'area under ROC, against lawful sentences close to the line',
    figures.ranking.areaUnderRocClose.toFixed(3),
  ],
  ['average precision', figures.ranking.averagePrecision.toFixed(3)],
  ['recall at the thresholds', formatShare(figures.recall)],
  ['precision at the thresholds', formatShare(figures.precision)],
  ['false alarms, lawful and close to the line', formatShare(figures.falseAlarmsClose)],
  ['false alarms, plain', formatShare(figures.falseAlarmsPlain)],
];

/** Returns the four figures of a ranking. */
export const rankingCells = (ranking: RankingFigures): string[] =>
  [ranking.areaUnderRoc, ranking.areaUnderRocClose, ranking.averagePrecision, ranking.recallAtClose].map(
    (figure) => figure.toFixed(3),
  );
