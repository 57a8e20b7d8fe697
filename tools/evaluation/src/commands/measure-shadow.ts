import { readFileSync } from 'node:fs';
import { readLabelledSet } from '../labelled-set.ts';
import { type Contribution, contributionsOf } from '../shadow/contributions.ts';
import { engineFor } from '../site-folders.ts';

/**
 * Measures what each rule of phrases of a site adds to the reader and the policy table.
 * @param files labelled texts
 * @returns lines for a terminal: a rule each, those that flag more than they find first; then how many add nothing
 */
export function measureShadow(site: string, files: readonly string[]): string[] {
  const engine = engineFor(site);
  const texts = files.flatMap((file) => readLabelledSet(engine, readFileSync(file, 'utf8')));
  const all = contributionsOf(engine, texts);
  const adding = all.filter(
    ({ found, quotes, flagged }) => found.length + quotes.length + flagged.length > 0,
  );
  const worth = ({ found, quotes, flagged }: Contribution): number =>
    found.length + quotes.length - flagged.length;
  return [
    `${site}: ${texts.length} texts, ${all.length} rules of phrases`,
    'finds alone, quotes alone, flags alone, rule',
    ...adding
      .toSorted((a, b) => worth(a) - worth(b))
      .map(
        ({ ruleId, found, quotes, flagged }) =>
          `${found.length} ${quotes.length} ${flagged.length} ${ruleId}`,
      ),
    `${all.length - adding.length} rules change nothing here`,
  ];
}
