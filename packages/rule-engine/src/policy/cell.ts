import type { PolicyRow } from '../pack/pack.ts';
import { isMoreSpecific } from '../pack/specificity.ts';
import type { Sold } from './sold.ts';

/** What is asked of the table: the rows that apply where a text is published, and what is known of the text. */
export interface Table {
  readonly rows: readonly PolicyRow[];
  readonly sold: Sold;
  /** Claims that are made in the text, anywhere. */
  readonly made: ReadonlySet<string>;
}

/** The cell of a claim: what the law says of it here. */
export interface Cell {
  readonly row: PolicyRow;
  /** The good for which the row was chosen; null where none is likely. */
  readonly good: string | null;
  /** Other rows, by the goods that the text may also sell, where they say something else. */
  readonly others: readonly { readonly good: string; readonly row: PolicyRow }[];
}

const mildness = { lawful: 0, hint: 1, violation: 2 } as const;

/**
 * Finds the cell of a claim: its most specific row. Where it is open what is sold the mildest of the rows counts, but for
 * offers of goods, of which the severest does: those are illegal whatever else is sold.
 * @param holds whether the words that a row needs stand there
 * @returns null where no row applies
 */
export function cellOf(claim: string, table: Table, holds: (row: PolicyRow) => boolean): Cell | null {
  const { sold, rows, made } = table;
  const known = new Map<string | null, PolicyRow | null>();
  const rowFor = (good: string | null): PolicyRow | null => {
    const row = known.get(good) ?? mostSpecific(rows, claim, good, made, holds);
    known.set(good, row);
    return row;
  };
  const goods = sold.certain !== null ? [sold.certain] : sold.open.length > 0 ? sold.open : [null];
  const cells = goods.flatMap((good) => {
    const row = rowFor(good);
    return row ? [{ good, row }] : [];
  });
  const sign = claim.startsWith('offers_') ? -1 : 1;
  // The sort is stable: among equals the most probable good counts.
  const [chosen] = cells.toSorted((a, b) => sign * (mildness[a.row.outcome] - mildness[b.row.outcome]));
  if (!chosen) return null;
  const others = cells.flatMap(({ good, row }) =>
    good !== null && row.outcome !== chosen.row.outcome ? [{ good, row }] : [],
  );
  return { ...chosen, others };
}

function mostSpecific(
  rows: readonly PolicyRow[],
  claim: string,
  good: string | null,
  made: ReadonlySet<string>,
  holds: (row: PolicyRow) => boolean,
): PolicyRow | null {
  let best: PolicyRow | null = null;
  for (const row of rows) {
    const { claims, sold, beside, needs } = row;
    if (!claims.has(claim) || (sold.size > 0 && !(good !== null && sold.has(good)))) continue;
    if (beside.size > 0 && ![...beside].some((other) => other !== claim && made.has(other))) continue;
    if ((best === null || isMoreSpecific(row, best)) && (needs === null || holds(row))) best = row;
  }
  return best;
}
