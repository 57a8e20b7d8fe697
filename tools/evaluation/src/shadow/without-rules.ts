import type { Engine } from '@redline/rule-engine/evaluate';
import type { Rule } from '@redline/rule-engine/pack';

type Applicable = ReturnType<Engine['rulesFor']>;

/** Returns an engine in which some rules find nothing; the rest, and the reader, are the same. */
export function withoutRules(engine: Engine, isLeftOut: (rule: Rule) => boolean): Engine {
  const known = new WeakMap<Applicable, Applicable>();
  return {
    ...engine,
    rulesFor: (selection) => {
      const all = engine.rulesFor(selection);
      const left = known.get(all) ?? leaveOut(all, isLeftOut);
      known.set(all, left);
      return left;
    },
  };
}

function leaveOut(all: Applicable, isLeftOut: (rule: Rule) => boolean): Applicable {
  const kept = [...all.matching.entries()].filter(([, rule]) => !isLeftOut(rule));
  return {
    ...all,
    matching: kept.map(([, rule]) => rule),
    gates: Int32Array.from(kept, ([at]) => all.gates[at] ?? -1),
    implied: all.implied.filter((rule) => !isLeftOut(rule)),
  };
}
