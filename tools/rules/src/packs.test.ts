import { fileURLToPath } from 'node:url';
import { checkExamples, engineOf } from '@redline/rule-engine/evaluate';
import { loadPackWithExamples } from '@redline/rule-engine/load';
import { describe, expect, it } from 'vitest';

/** Words, figures and pairs of Han characters by which a citation is known again. */
const marksOf = (text: string): string[] => [
  ...(text.toLowerCase().match(/[a-z]{4,}|\d{3,}/g) ?? []),
  ...[...text.matchAll(/(?=(\p{Script=Han}{2}))/gu)].map(([, pair = '']) => pair),
];

describe.each(['id', 'main'])('the pack of the site %s', (site) => {
  const loaded = loadPackWithExamples(fileURLToPath(new URL(`../../../packs/${site}`, import.meta.url)));
  const { pack, examples } = loaded;
  const engine = engineOf(loaded);

  // Those of policy rows are run by `rules check`, which lists all that fail.
  const written = pack.rules.filter(({ finder }) => finder.kind !== 'claim');

  it.each(written.map((rule) => [rule.id, rule] as const))(
    '%s finds its hits and none of its misses',
    (_, rule) => {
      const own = examples.get(rule.id) ?? expect.unreachable();
      expect(checkExamples(engine, rule, own).map(({ reason }) => reason)).toEqual([]);
    },
  );

  it('names the law in every citation: without a link it is shown by its article alone', () => {
    const nameless = [...pack.citations.values()].filter(({ name, article, link }) => {
      const known = new Set(marksOf(name));
      return link === null && !marksOf(article).some((mark) => known.has(mark));
    });
    expect(nameless.map(({ id }) => id)).toEqual([]);
  });
});
