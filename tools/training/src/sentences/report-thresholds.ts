/** The calibrated out-of-fold prediction for a row. */
export interface RowPrediction {
  readonly probability: number;
  readonly isViolating: boolean;
  /** Whether it is lawful and close to the line. */
  readonly isClose: boolean;
  /** Group of the predicted topic. */
  readonly group: string;
}

/** Bounds that the rows at or above a threshold must keep. */
interface Bounds {
  /** The share of violating rows among them. */
  readonly precisionMin: number;
  /** The share of the lawful rows close to the line, and of all lawful rows, that may be among them. */
  readonly closeShareMax: number;
  readonly lawfulShareMax: number;
}

const boundsOfAll: Bounds = { precisionMin: 0.94, closeShareMax: 0.006, lawfulShareMax: 0.004 };
/** Wider, since a group has few rows. */
const boundsOfGroup: Bounds = { precisionMin: 0.9, closeShareMax: 0.015, lawfulShareMax: 0.01 };
/** A group with fewer rows above the threshold of all keeps that threshold. */
const rowsMin = 10;

/**
 * Chooses the probability from which rows are reported: the lowest that all rows allow, and for each group of topics that
 * or a higher one, where its own rows ask for it. 1 where no row may be reported.
 */
export function chooseReportThresholds(predictions: readonly RowPrediction[]): {
  all: number;
  byGroup: Map<string, number>;
} {
  const all = lowestThreshold(predictions, boundsOfAll) ?? 1;
  const byGroup = new Map(
    [...Map.groupBy(predictions, ({ group }) => group)].map(([group, rows]) => [
      group,
      Math.max(all, groupThreshold(rows, all)),
    ]),
  );
  return { all, byGroup };
}

/** Returns the group's own threshold, or that of all where too few of its rows reach it. */
function groupThreshold(rows: readonly RowPrediction[], all: number): number {
  if (rows.filter(({ probability }) => probability >= all).length < rowsMin) return all;
  return lowestThreshold(rows, boundsOfGroup) ?? 1;
}

/** Returns the lowest threshold that keeps the bounds; null when none does. */
function lowestThreshold(rows: readonly RowPrediction[], bounds: Bounds): number | null {
  const sorted = [...rows].sort((a, b) => b.probability - a.probability);
  const count = (holds: (row: RowPrediction) => boolean): number => rows.filter(holds).length;
  const closeMax = Math.max(1, count(({ isClose }) => isClose) * bounds.closeShareMax);
  const lawfulMax = Math.max(1, count(({ isViolating }) => !isViolating) * bounds.lawfulShareMax);
  let lowest: number | null = null;
  let violating = 0;
  let close = 0;
  for (const [at, row] of sorted.entries()) {
    violating += row.isViolating ? 1 : 0;
    close += row.isClose ? 1 : 0;
    if (close > closeMax || at + 1 - violating > lawfulMax) break;
    const isLastOfTies = sorted[at + 1]?.probability !== row.probability;
    if (isLastOfTies && violating / (at + 1) >= bounds.precisionMin) lowest = row.probability;
  }
  return lowest;
}
