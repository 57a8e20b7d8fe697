import {
  type Engine,
  evaluate,
  exampleOf,
  type Finding,
  isFoundBy,
  riskLevelOf,
} from '@redline/rule-engine/evaluate';
import type { CompiledSources } from '@redline/rule-engine/pack';
import { type LabelledText, readLabelledSet } from './labelled-set.ts';

/** A labelled text and what the engine found in it. */
export interface EvaluatedText extends Omit<LabelledText, 'selection'> {
  readonly riskLevel: string;
  readonly violations: readonly Pick<Finding, 'ruleId' | 'alsoFoundBy' | 'start' | 'end'>[];
}

/** Evaluates a labelled set, one JSON object a line. Throws an Error for a line that is not as expected. */
export const evaluateSet = (engine: Engine, jsonl: string): EvaluatedText[] =>
  readLabelledSet(engine, jsonl).map((labelled) => evaluateText(engine, labelled));

/** Evaluates the rules' own examples: the rule must find its `hit`, and must not find a `miss`. */
export function evaluateExamples(engine: Engine, examples: CompiledSources['examples']): EvaluatedText[] {
  return engine.pack.rules
    .filter((rule) => rule.risk === 'violation')
    .flatMap((rule) =>
      (['hit', 'miss'] as const).flatMap((list) =>
        (examples.get(rule.id)?.[list] ?? []).map((raw, at) => {
          const example = exampleOf(rule, raw, engine);
          const isViolating = list === 'hit';
          const expected = isViolating ? [{ kind: rule.risk, tier: rule.tier, severity: rule.severity }] : [];
          const evaluated = evaluateText(engine, {
            id: `${rule.id}#${list}${at}`,
            kind: isViolating ? 'plain' : 'hard_negative',
            text: example.text,
            selection: example.selection,
            isViolating,
            expectedLevel: riskLevelOf(expected, engine.pack.meta),
            labels: isViolating ? [{ quote: example.span ?? example.text, topic: rule.topic }] : [],
          });
          const violations = evaluated.violations.filter((finding) => isFoundBy(finding, rule.id));
          return { ...evaluated, violations };
        }),
      ),
    );
}

function evaluateText(engine: Engine, { selection, ...labelled }: LabelledText): EvaluatedText {
  const { findings, riskLevel } = evaluate(labelled.text, engine, selection);
  return { ...labelled, riskLevel, violations: findings.filter(({ kind }) => kind === 'violation') };
}
