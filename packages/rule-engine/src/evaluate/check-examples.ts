import { defaultSelection, type Selection } from '../pack/dimensions.ts';
import type { Examples, Rule } from '../pack/pack.ts';
import type { RawExample } from '../pack/schema.ts';
import type { Engine } from './engine.ts';
import { evaluate } from './evaluate.ts';
import { isFoundBy } from './evaluation.ts';

/** An example that does not behave as its rule says. */
export interface ExampleFault {
  readonly ruleId: string;
  readonly list: 'hit' | 'miss';
  readonly index: number;
  readonly reason: string;
}

/** An example in full: where it would be published. What it leaves out is the rule's default. */
export function exampleOf(
  rule: Rule,
  raw: RawExample,
  engine: Engine,
): { text: string; selection: Selection; span: string | null } {
  const { text, span, ...places } = typeof raw === 'string' ? { text: raw } : raw;
  const selection = { ...defaultSelection(rule.only, engine.pack.meta), ...places };
  return { text, selection, span: span ?? null };
}

/** Runs a rule's own examples through the whole engine: each `hit` must be found by this rule, no `miss` may. */
export function checkExamples(engine: Engine, rule: Rule, examples: Examples): ExampleFault[] {
  const faults: ExampleFault[] = [];
  for (const list of ['hit', 'miss'] as const) {
    for (const [index, raw] of examples[list].entries()) {
      const reason = list === 'hit' ? faultOfHit(engine, rule, raw) : faultOfMiss(engine, rule, raw);
      if (reason) faults.push({ ruleId: rule.id, list, index, reason });
    }
  }
  return faults;
}

function faultOfHit(engine: Engine, rule: Rule, raw: RawExample): string | null {
  const example = exampleOf(rule, raw, engine);
  const { findings, considered } = evaluate(example.text, engine, example.selection);
  const found = findings.filter((finding) => isFoundBy(finding, rule.id));
  if (found.length === 0) {
    const lawful = considered.find((one) => one.ruleId === rule.id);
    const why = lawful ? `considered lawful: ${lawful.because}` : 'no pattern matches';
    return `hit example is not found (${why}): ${JSON.stringify(example.text)}`;
  }
  if (example.span === null || found.some((finding) => finding.matchedText === example.span)) return null;
  return `span is ${JSON.stringify(found.map((finding) => finding.matchedText))}, not ${JSON.stringify(example.span)}`;
}

function faultOfMiss(engine: Engine, rule: Rule, raw: RawExample): string | null {
  const example = exampleOf(rule, raw, engine);
  const found = evaluate(example.text, engine, example.selection).findings.find((finding) =>
    isFoundBy(finding, rule.id),
  );
  return found
    ? `miss example is found at ${JSON.stringify(found.matchedText)}: ${JSON.stringify(example.text)}`
    : null;
}
