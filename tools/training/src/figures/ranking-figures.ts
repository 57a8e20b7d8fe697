import { areaUnderRoc, averagePrecision } from '../learning/ranking.ts';

/** How well scores separate violating rows from lawful ones, whatever the threshold. */
export interface RankingFigures {
  readonly areaUnderRoc: number;
  readonly averagePrecision: number;
  /** Against the lawful rows close to the line alone. */
  readonly areaUnderRocClose: number;
  /** Share of violating rows above all but one in a hundred of the lawful rows close to the line. */
  readonly recallAtClose: number;
}

const closeShare = 0.01;

/** Computes the figures of scores, given in the order of the rows. */
export function rankingFigures(
  rows: readonly { readonly label: string; readonly topic: string | null }[],
  scores: readonly number[],
): RankingFigures {
  const isViolating = rows.map(({ label }) => label !== 'ok');
  const near = [...rows.keys()].filter((at) => isViolating[at] || rows[at]?.topic !== null);
  const close = near
    .filter((at) => !isViolating[at])
    .map((at) => scores[at] ?? 0)
    .sort((a, b) => b - a);
  const threshold = close[Math.floor(close.length * closeShare)] ?? 0;
  const above = scores.filter((score, at) => isViolating[at] && score > threshold).length;
  return {
    areaUnderRoc: areaUnderRoc(scores, isViolating),
    averagePrecision: averagePrecision(scores, isViolating),
    areaUnderRocClose: areaUnderRoc(
      near.map((at) => scores[at] ?? 0),
      near.map((at) => isViolating[at] ?? false),
    ),
    recallAtClose: above / isViolating.filter(Boolean).length,
  };
}
