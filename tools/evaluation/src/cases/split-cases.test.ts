import { describe, expect, it } from 'vitest';
import type { Case } from './case-record.ts';
import { sha256 } from './hashes.ts';
import { sampleCase } from './sample-case.ts';
import { chooseTest, type FrozenSplit, faultsOfSplit, partsOf } from './split-cases.ts';

const numbered = (at: number): Case =>
  sampleCase({
    id: `us-${String(at).padStart(4, '0')}`,
    lawful: at % 2 === 0,
    who: `Shop ${Math.floor(at / 4)}`,
    series: `list ${at}`,
    text: `number${at} item${at} brand${at} word${at}`,
  });
const cases = Array.from({ length: 80 }, (_, at) => numbered(at));
const none: ReadonlySet<string> = new Set();
const freeze = (chosen: readonly Case[]): FrozenSplit => ({
  seed: 7,
  frozen: '2026-11-23',
  test: chosen.map(({ id, text }) => ({ id, sha256: sha256(text) })),
});

describe('the split of cases', () => {
  it('takes the same whole groups each time, at most 75 % of violating and of lawful texts', () => {
    const chosen = chooseTest(cases, 7, none);
    expect(chooseTest([...cases].reverse(), 7, none).map(({ id }) => id)).toEqual(chosen.map(({ id }) => id));
    expect(chosen.filter(({ lawful }) => lawful)).toHaveLength(30);
    expect(chosen.filter(({ lawful }) => !lawful)).toHaveLength(30);
    const parts = partsOf(cases, freeze(chosen));
    for (const one of cases.filter(({ lawful }) => !lawful)) {
      const same = cases.filter(({ lawful, who }) => !lawful && who === one.who);
      expect(new Set(same.map(({ id }) => parts.get(id))).size).toBe(1);
    }
    expect(new Set(parts.values())).toEqual(new Set(['test', 'dev', 'train']));
  });

  it('lets nothing that was recalled, or came later, into the test', () => {
    const recalled = cases.map((one): Case => ({ ...one, status: 'recalled', source: null }));
    expect(chooseTest(recalled, 7, none)).toEqual([]);
    const chosen = chooseTest(cases, 7, none);
    const measured = chosen.find(({ lawful }) => !lawful);
    const later = { ...numbered(999), lawful: false, who: measured?.who, spans: sampleCase().spans };
    expect(partsOf([...cases, later], freeze(chosen)).get(later.id)).toBe('aside');
  });

  it('leaves out the relatives of what the engine has learned', () => {
    const known = cases.find(({ lawful, who }) => !lawful && who === 'Shop 3');
    const chosen = chooseTest(cases, 7, new Set([known?.id ?? '']));
    expect(chosen.filter(({ lawful, who }) => !lawful && who === 'Shop 3')).toEqual([]);
  });

  it('is kept: a frozen text that was changed or removed is a fault', () => {
    const chosen = chooseTest(cases, 7, none);
    const [first, second] = chosen;
    const split = freeze(chosen);
    expect(faultsOfSplit(cases, split)).toEqual([]);
    const touched = cases.flatMap((one) =>
      one.id === first?.id ? [{ ...one, text: `${one.text}!` }] : one.id === second?.id ? [] : [one],
    );
    expect(faultsOfSplit(touched, split)).toHaveLength(2);
  });
});
