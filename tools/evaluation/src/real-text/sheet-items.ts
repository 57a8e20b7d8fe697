import type { Verdicts } from '../asking/ask-checkout.ts';
import type { Violation } from '../asking/question.ts';
import type { Random } from '../compare/random.ts';

/** The engines whose findings are read: this checkout's, and that of another commit. */
export type EngineName = 'current' | 'base';

/** A finding that someone is to read, without the engine that made it. */
export interface SheetFinding {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly topic: string;
  readonly says: string;
}

/** A finding, and whose sample it is part of. */
export interface SampledFinding extends SheetFinding {
  readonly sampleOf: readonly EngineName[];
  readonly ruleIds: readonly string[];
}

interface Candidate extends SampledFinding {
  readonly engines: ReadonlySet<EngineName>;
}

/**
 * Draws findings of each engine by chance, each with the same probability. What both engines say of one place is read once:
 * the draws share their order, so that their samples overlap as much as they can.
 * @param size findings of each engine
 */
export function sampleFindings(
  texts: readonly { readonly id: string; readonly text: string }[],
  engines: ReadonlyMap<EngineName, Verdicts>,
  size: number,
  random: Random,
): SampledFinding[] {
  const ordered = texts
    .flatMap((one) => candidatesIn(one, engines))
    .map((candidate) => ({ candidate, order: random.integer(0, 2 ** 30) }))
    .sort((a, b) => a.order - b.order)
    .map(({ candidate }) => candidate);
  const sampleOf = new Map<Candidate, EngineName[]>();
  for (const engine of engines.keys())
    for (const candidate of ordered.filter((one) => one.engines.has(engine)).slice(0, size))
      sampleOf.set(candidate, [...(sampleOf.get(candidate) ?? []), engine]);
  return ordered.flatMap((candidate) => {
    const names = sampleOf.get(candidate);
    const { engines: _, ...finding } = candidate;
    return names ? [{ ...finding, sampleOf: names }] : [];
  });
}

/** Joins what the engines say of one place on one topic. */
function candidatesIn(
  { id, text }: { readonly id: string; readonly text: string },
  engines: ReadonlyMap<EngineName, Verdicts>,
): Candidate[] {
  const said = [...engines].flatMap(([engine, verdicts]) =>
    (verdicts.get(id)?.violations ?? []).map((violation) => ({ engine, violation })),
  );
  const candidates: Candidate[] = [];
  for (const { engine, violation } of said) {
    const at = candidates.findIndex((one) => !one.engines.has(engine) && isSame(one, violation));
    const known = candidates[at];
    const joined = candidateOf(text, engine, violation);
    if (!known) candidates.push(joined);
    else
      candidates[at] = {
        ...known,
        engines: new Set([...known.engines, engine]),
        ruleIds: [...known.ruleIds, violation.ruleId],
      };
  }
  return candidates;
}

const candidateOf = (text: string, engine: EngineName, violation: Violation): Candidate => ({
  text,
  start: violation.start,
  end: violation.end,
  topic: violation.topic,
  says: violation.says,
  sampleOf: [],
  ruleIds: [violation.ruleId],
  engines: new Set([engine]),
});

const isSame = (one: SheetFinding, other: Violation): boolean =>
  one.topic === other.topic && one.start < other.end && other.start < one.end;
