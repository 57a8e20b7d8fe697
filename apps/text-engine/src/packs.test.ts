import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadPackWithExamples } from './clients/pack-files.ts';
import { engineOf } from './domain/evaluate.ts';
import { checkExamples } from './domain/rules/check-examples.ts';

describe.each(['id', 'main'])('the pack of the site %s', (site) => {
  const { pack, examples } = loadPackWithExamples(
    fileURLToPath(new URL(`../packs/${site}`, import.meta.url)),
  );
  const engine = engineOf(pack);

  it.each(pack.rules.map((rule) => [rule.id, rule] as const))(
    '%s finds its hits and none of its misses',
    (_, rule) => {
      const own = examples.get(rule.id) ?? expect.unreachable();
      expect(checkExamples(engine, rule, own).map(({ reason }) => reason)).toEqual([]);
    },
  );
});
