import { defaultSelection, type Selection } from '../pack/dimensions.ts';
import type { Examples, PolicyRow, Rule } from '../pack/pack.ts';
import type { RawExample } from '../pack/rule-schema.ts';
import type { Engine } from './engine.ts';
import { evaluate } from './evaluate.ts';
import { type Finding, isFoundBy } from './evaluation.ts';

/** An example that does not behave as its rule says. */
export interface ExampleFault {
  readonly ruleId: string;
  readonly list: 'hit' | 'miss';
  readonly index: number;
  readonly reason: string;
}

/** An example in full: where it would be published. What it leaves out is the rule's default. */
export function exampleOf(
  rule: Pick<Rule, 'only'>,
  raw: RawExample,
  engine: Engine,
): { text: string; selection: Selection; span: string | null } {
  const { text, span, unmet: _unmet, ...places } = typeof raw === 'string' ? { text: raw } : raw;
  const selection = { ...defaultSelection(rule.only, engine.pack.meta), ...places };
  return { text, selection, span: span ?? null };
}

/** Tells whether an example of a policy row is known not to be judged as it should be yet. */
export const isUnmet = (raw: RawExample): boolean => typeof raw !== 'string' && raw.unmet !== undefined;

/**
 * Runs a rule's own examples through the whole engine: each `hit` must be found by this rule, no `miss` may. Of a policy row it
 * is enough that a `hit` is found as anything: a sentence makes several claims, and a phrase rule may have been first. An
 * example that is marked `unmet` must fail: what is met loses its mark.
 */
export function checkExamples(engine: Engine, rule: Rule, examples: Examples): ExampleFault[] {
  const faults: ExampleFault[] = [];
  for (const list of ['hit', 'miss'] as const) {
    for (const [index, raw] of examples[list].entries()) {
      const fault = list === 'hit' ? faultOfHit(engine, rule, raw) : faultOfMiss(engine, rule, raw);
      const reason = isUnmet(raw) ? metOf(fault) : fault;
      if (reason) faults.push({ ruleId: rule.id, list, index, reason });
    }
  }
  return faults;
}

const metOf = (fault: string | null): string | null =>
  fault === null ? 'example is judged as it should be: take away its `unmet`' : null;

function faultOfHit(engine: Engine, rule: Rule, raw: RawExample): string | null {
  const example = exampleOf(rule, raw, engine);
  const { findings, considered } = evaluate(example.text, engine, example.selection);
  const isRow = rule.finder.kind === 'claim';
  const found = findings.filter((finding) => isRow || isFoundBy(finding, rule.id));
  if (found.length === 0) {
    const lawful = considered.find((one) => one.ruleId === rule.id);
    const nothing = isRow ? 'nothing is found' : 'no pattern matches';
    const why = lawful ? `considered lawful: ${lawful.because}` : nothing;
    return `hit example is not found (${why}): ${JSON.stringify(example.text)}`;
  }
  if (example.span === null || found.some((finding) => finding.matchedText === example.span)) return null;
  return `span is ${JSON.stringify(found.map((finding) => finding.matchedText))}, not ${JSON.stringify(example.span)}`;
}

function faultOfMiss(engine: Engine, rule: Rule, raw: RawExample): string | null {
  const example = exampleOf(rule, raw, engine);
  const found = evaluate(example.text, engine, example.selection).findings.find((finding) =>
    isOf(rule, finding),
  );
  return found
    ? `miss example is found at ${JSON.stringify(found.matchedText)}: ${JSON.stringify(example.text)}`
    : null;
}

const isOf = (rule: Rule, finding: Finding): boolean =>
  rule.finder.kind === 'claim' ? finding.topic === rule.topic : isFoundBy(finding, rule.id);

/** Runs the examples of a lawful policy row: in no `hit` may a violation be found. */
export function checkLawfulExamples(
  engine: Engine,
  row: Pick<PolicyRow, 'id' | 'only'>,
  { hit }: Pick<Examples, 'hit'>,
): ExampleFault[] {
  return hit.flatMap((raw, index) => {
    const example = exampleOf(row, raw, engine);
    const { findings } = evaluate(example.text, engine, example.selection);
    const found = findings.find(({ kind }) => kind === 'violation');
    const fault = found
      ? `lawful example is found by ${found.ruleId}: ${JSON.stringify(example.text)}`
      : null;
    const reason = isUnmet(raw) ? metOf(fault) : fault;
    if (reason === null) return [];
    return [{ ruleId: row.id, list: 'hit' as const, index, reason }];
  });
}
