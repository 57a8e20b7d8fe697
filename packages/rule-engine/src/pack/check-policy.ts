import type { RuleFaultAt } from './check-references.ts';
import type { PolicyRow } from './pack.ts';
import type { ClaimNames } from './read-policy.ts';
import { isMoreSpecific } from './specificity.ts';

/** Returns a fault for every claim type and good of a row that does not exist. */
export function faultsOfRowNames(
  row: {
    readonly claims: readonly string[];
    readonly sold?: readonly string[] | undefined;
    readonly beside?: readonly string[] | undefined;
  },
  names: ClaimNames | null,
): RuleFaultAt[] {
  if (!names) return [];
  const unknown = (
    field: 'claims' | 'sold' | 'beside',
    known: ReadonlySet<string>,
    what: string,
  ): RuleFaultAt[] =>
    (row[field] ?? [])
      .filter((name) => !known.has(name))
      .map((name) => ({ path: [field], reason: `unknown ${what} "${name}"` }));
  return [
    ...unknown('claims', names.claims, 'claim'),
    ...unknown('sold', names.goods, 'good'),
    ...unknown('beside', names.claims, 'claim'),
  ];
}

/** A fault in the table as a whole, and the row it stands in; null where no row is at fault. */
export interface TableFault {
  readonly rowId: string | null;
  readonly reason: string;
}

/** Tells whether a row is what the law says of its claims unless something is said. */
export const isDefault = ({ sold, places, beside, needs }: PolicyRow): boolean =>
  sold.size === 0 && places.size === 0 && beside.size === 0 && needs === null;

/**
 * Returns the faults of a table: claims without a default row, and rows that disagree where neither is more specific. A pack
 * may have no table at all.
 */
export function faultsOfTable(rows: readonly PolicyRow[], names: ClaimNames | null): TableFault[] {
  if (rows.length === 0) return [];
  const withDefault = new Set(rows.filter(isDefault).flatMap((row) => [...row.claims]));
  const lacking = [...(names?.claims ?? [])].filter((claim) => !withDefault.has(claim));
  return [
    ...lacking.map((claim) => ({ rowId: null, reason: `the claim "${claim}" has no default row` })),
    ...rows.flatMap((row, at) =>
      rows
        .slice(0, at)
        .filter((other) => disagree(row, other))
        .map(({ id }) => ({
          rowId: row.id,
          reason: `${row.id} and ${id} are equally specific and disagree`,
        })),
    ),
  ];
}

/** Tells whether two rows can both be the cell of a claim, and do not say the same. */
function disagree(one: PolicyRow, other: PolicyRow): boolean {
  const meet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
    (a.size === 0 && b.size === 0) || [...a].some((name) => b.has(name));
  const meetInPlace = [...one.places].every(([name, values]) => {
    const others = other.places.get(name);
    return others !== undefined && meet(values, others);
  });
  return (
    !isMoreSpecific(one, other) &&
    !isMoreSpecific(other, one) &&
    meet(one.claims, other.claims) &&
    meet(one.sold, other.sold) &&
    meet(one.beside, other.beside) &&
    meetInPlace &&
    sayingOf(one) !== sayingOf(other)
  );
}

const sayingOf = ({ outcome, rule }: PolicyRow): string =>
  JSON.stringify([outcome, rule?.topic, rule?.severity, rule?.wordingId]);
