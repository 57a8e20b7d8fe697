import type { PolicyRow, Rule } from '../pack/pack.ts';
import { isMoreSpecific } from '../pack/specificity.ts';

/**
 * Returns a rule in the words of the row of its topic that says what the law is for what is sold: the most specific, and
 * among equals the one whose claims are most probable where it was found. The rule itself where no row says better.
 * @param rows those that apply where the text is published
 * @param sold the good that the text certainly sells
 * @param probabilityOf probability of a claim where the rule has found something
 */
export function rewordedRule(
  rule: Rule,
  rows: readonly PolicyRow[],
  sold: string,
  probabilityOf: (claim: string) => number,
): Rule {
  if (rule.wordingIdByRow.size === 0) return rule;
  const probable = ({ claims }: PolicyRow): number => Math.max(...[...claims].map(probabilityOf));
  let best: PolicyRow | null = null;
  for (const row of rows) {
    if (!rule.wordingIdByRow.has(row.id) || !row.sold.has(sold)) continue;
    if (best === null || probable(row) > probable(best)) best = row;
    else if (probable(row) === probable(best) && isMoreSpecific(row, best)) best = row;
  }
  const wordingId = best && rule.wordingIdByRow.get(best.id);
  return wordingId ? { ...rule, wordingId } : rule;
}
