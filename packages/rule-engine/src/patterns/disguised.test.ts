import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { engineOf } from '../evaluate/engine.ts';
import { evaluate } from '../evaluate/evaluate.ts';
import { loadPack } from '../load/pack-files.ts';
import { isDisguised } from './disguise.ts';

const loaded = loadPack(fileURLToPath(new URL('../../../../packs/id', import.meta.url)));
const engine = engineOf({ ...loaded, reader: null });

function rulesOf(text: string): string[] {
  const selection = { platform: 'marketplace_b', vertical: 'health' };
  return evaluate(text, engine, selection).findings.map(({ ruleId }) => ruleId);
}

describe('a rule for disguised words', () => {
  it.each(['isi s1butr4m1n', 'isi s.i.b.u.t.r.a.m.i.n'])('finds the word in its disguise: %s', (text) =>
    expect(rulesOf(text)).toContain('id.banned-ingredient.disguised'),
  );

  it.each(['isi sibutramin', 'Tanpa sibutramin.'])('leaves the plain word to other rules: %s', (text) =>
    expect(rulesOf(text)).not.toContain('id.banned-ingredient.disguised'),
  );
});

describe('what it took to read words', () => {
  it.each([
    [['leet'], true],
    [['traditional', 'separator'], true],
    [['traditional'], false],
    [[], false],
  ])('is a disguise, unless it is how the writer spells everything: %j', (folds, expected) => {
    expect(isDisguised(folds)).toBe(expected);
  });
});
