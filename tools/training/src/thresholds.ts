/** A row as it was judged by models that had not seen it. */
export interface Heard {
  readonly probability: number;
  readonly violates: boolean;
  /** Lawful and close to the line. */
  readonly close: boolean;
  /** Group of the topic that the models would name. */
  readonly group: string;
}

/** What a threshold must keep, of the rows at or above it. */
interface Bounds {
  /** Share of them that violates. */
  readonly precisionMin: number;
  /** Share of the lawful rows close to the line, and of all lawful rows, that may be among them. */
  readonly closeShareMax: number;
  readonly lawfulShareMax: number;
}

const ofAll: Bounds = { precisionMin: 0.94, closeShareMax: 0.006, lawfulShareMax: 0.004 };
/** A group has few rows, so it is only held to being no worse than this. */
const ofGroup: Bounds = { precisionMin: 0.9, closeShareMax: 0.015, lawfulShareMax: 0.01 };
/** Fewer rows than this say too little of a group to choose by. */
const rowsMin = 10;

/** The probability from which each group of topics speaks: what all rows allow, or more where its own ask for more. */
export function thresholdsOf(heard: readonly Heard[]): { all: number; byGroup: Map<string, number> } {
  const all = thresholdOf(heard, ofAll) ?? 1;
  const byGroup = new Map(
    [...Map.groupBy(heard, ({ group }) => group)].map(([group, rows]) => [
      group,
      Math.max(all, ownThreshold(rows, all)),
    ]),
  );
  return { all, byGroup };
}

/** The group's own threshold, or that of all where too few of its rows reach it. */
function ownThreshold(rows: readonly Heard[], all: number): number {
  if (rows.filter(({ probability }) => probability >= all).length < rowsMin) return all;
  return thresholdOf(rows, ofGroup) ?? 1;
}

/** The lowest threshold that keeps the bounds; null when none does. */
function thresholdOf(rows: readonly Heard[], bounds: Bounds): number | null {
  const sorted = [...rows].sort((a, b) => b.probability - a.probability);
  const count = (is: (row: Heard) => boolean): number => rows.filter(is).length;
  const closeMax = Math.max(1, count(({ close }) => close) * bounds.closeShareMax);
  const lawfulMax = Math.max(1, count(({ violates }) => !violates) * bounds.lawfulShareMax);
  let lowest: number | null = null;
  let violating = 0;
  let close = 0;
  for (const [at, row] of sorted.entries()) {
    violating += row.violates ? 1 : 0;
    close += row.close ? 1 : 0;
    if (close > closeMax || at + 1 - violating > lawfulMax) break;
    const ends = sorted[at + 1]?.probability !== row.probability;
    if (ends && violating / (at + 1) >= bounds.precisionMin) lowest = row.probability;
  }
  return lowest;
}
