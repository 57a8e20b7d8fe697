import type { Case } from './case-record.ts';
import { nearDuplicates } from './near-duplicates.ts';

/**
 * Groups cases that could give each other away: of one respondent, of one kind of product in one announcement, twins, and
 * near-duplicates; directly or over other cases.
 */
export function groupCases(cases: readonly Case[]): Case[][] {
  const parent = cases.map((_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (parent[root] !== root) root = parent[root] ?? root;
    return root;
  };
  const join = (a: number, b: number): void => {
    const [low = 0, high = 0] = [rootOf(a), rootOf(b)].sort((x, y) => x - y);
    parent[high] = low;
  };
  const respondents = new Set(cases.filter(({ lawful }) => !lawful).map(({ who }) => plain(who ?? '')));
  const firstOf = new Map<string, number>();
  for (const [at, one] of cases.entries())
    for (const key of keysOf(one, respondents)) {
      const first = firstOf.get(key);
      if (first === undefined) firstOf.set(key, at);
      else join(first, at);
    }
  for (const [a, b] of nearDuplicates(cases.map(({ text }) => text))) join(a, b);
  const groups = Map.groupBy(cases.keys(), rootOf);
  return [...groups.values()].map((members) => members.flatMap((at) => cases[at] ?? []));
}

/**
 * Returns what a case shares with others of its group.
 * @param respondents of violating cases; of a lawful wording `who` may be an agency, which is no respondent
 */
function keysOf({ id, who, series, product, twin }: Case, respondents: ReadonlySet<string>): string[] {
  const respondent = plain(who ?? '');
  const source = plain(series ?? '');
  const isKnown = respondent !== '' && respondents.has(respondent);
  return [
    `id ${id}`,
    ...(twin ? [`id ${twin}`] : []),
    ...(isKnown && isName(who ?? '') ? [`who ${respondent}`] : []),
    // What is called "a shop" is one respondent within one announcement only.
    ...(isKnown && source !== '' ? [`who ${respondent} in ${source}`] : []),
    ...(source === '' ? [] : [`${plain(product)} in ${source}`]),
  ];
}

const plain = (text: string): string =>
  (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ');

/** Tells whether a respondent is named: a description begins with a small letter, an article, 某 or 未. */
const isName = (who: string): boolean =>
  /^[\p{Lu}\p{Lo}\p{N}]/u.test(who.trim()) &&
  !/^(某|未|匿名|不详|一|多|网店|An? |The |Some |Unnamed|Unknown|Various|Several|Multiple|Online |N\/A|None)/i.test(
    who.trim(),
  );
