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
const precisionMin = 0.95;
/** Of the lawful rows close to the line at most this share may be at or above it. */
const closeShareMax = 0.01;
/** Of all lawful rows: a text has dozens of sentences, and a false alarm in one of them is one too many. */
const lawfulShareMax = 0.0005;
/** Fewer rows than this say too little of a group to choose by. */
const rowsMin = 8;

/** The probability from which each group of topics speaks: what all rows allow, or more where its own ask for more. */
export function thresholdsOf(heard: readonly Heard[]): { all: number; byGroup: Map<string, number> } {
  const all = thresholdOf(heard) ?? 1;
  const byGroup = new Map(
    [...Map.groupBy(heard, ({ group }) => group)].map(([group, rows]) => [
      group,
      Math.max(all, strictestOf(rows, all)),
    ]),
  );
  return { all, byGroup };
}

/** The group's own threshold, or that of all where too few of its rows reach it. */
function strictestOf(rows: readonly Heard[], all: number): number {
  if (rows.filter(({ probability }) => probability >= all).length < rowsMin) return all;
  return thresholdOf(rows) ?? 1;
}

/** The lowest threshold that keeps both promises; null when none does. */
function thresholdOf(rows: readonly Heard[]): number | null {
  const sorted = [...rows].sort((a, b) => b.probability - a.probability);
  const closeMax = rows.filter(({ close }) => close).length * closeShareMax;
  const lawfulMax = Math.max(1, rows.filter(({ violates }) => !violates).length * lawfulShareMax);
  let lowest: number | null = null;
  let violating = 0;
  let close = 0;
  for (const [at, row] of sorted.entries()) {
    violating += row.violates ? 1 : 0;
    close += row.close ? 1 : 0;
    if (close > closeMax || at + 1 - violating > lawfulMax) break;
    const ends = sorted[at + 1]?.probability !== row.probability;
    if (ends && violating / (at + 1) >= precisionMin) lowest = row.probability;
  }
  return lowest;
}
