import { type Engine, evaluate, exampleOf, isFoundBy, riskLevelOf } from '@redline/rule-engine/evaluate';
import type { CompiledSources, Selection } from '@redline/rule-engine/pack';
import { z } from 'zod';
import type { Judged, Label } from './measures.ts';

const severity = z.enum(['low', 'medium', 'high']);
/** What else a line holds are the dimensions of its pack; they are taken by name. */
const lineSchema = z
  .object({
    id: z.string(),
    text: z.string(),
    kind: z.string(),
    expect: z.object({
      violation: z.boolean(),
      /** Of a pack without tiers. */
      maxSeverity: severity.nullable().optional(),
      /** Of a pack with tiers. */
      riskLevel: z.string().optional(),
      spans: z.array(z.object({ quote: z.string(), topic: z.string() })),
    }),
  })
  .passthrough();

interface Expected {
  readonly id: string;
  readonly kind: string;
  readonly violation: boolean;
  readonly level: string;
  readonly labels: readonly Label[];
}

export interface Copy {
  readonly text: string;
  readonly selection: Selection;
}

interface Line extends Expected, Copy {}

/** Reads a labelled set, one JSON object per line. Throws an Error with the line number for what is none. */
export function readLabelled(engine: Engine, jsonl: string): Line[] {
  const lines = jsonl.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line, at) => {
    const parsed = lineSchema.safeParse(JSON.parse(line));
    if (!parsed.success)
      throw new Error(`line ${at + 1}: ${parsed.error.issues[0]?.path.join('.')} is not as expected`);
    const { id, kind, expect, text, ...rest } = parsed.data;
    const level = expect.riskLevel ?? expect.maxSeverity ?? 'safe';
    const selection = Object.fromEntries(
      Object.entries(engine.pack.meta.dimensions).map(([name, { unsaid }]) => [
        name,
        z.string().parse(rest[name] ?? unsaid),
      ]),
    );
    return { text, selection, id, kind, violation: expect.violation, level, labels: expect.spans };
  });
}

/** Judges a labelled set, as `readLabelled` reads it. */
export function judgeLabelled(engine: Engine, jsonl: string): Judged[] {
  return readLabelled(engine, jsonl).map(({ text, selection, ...expected }) =>
    judged(engine, { text, selection }, expected),
  );
}

/** Judges the rules' own examples: a `hit` must be flagged by its rule, a `miss` must not. */
export function judgeExamples(engine: Engine, examples: CompiledSources['examples']): Judged[] {
  return engine.pack.rules
    .filter((rule) => rule.risk === 'violation')
    .flatMap((rule) =>
      (['hit', 'miss'] as const).flatMap((list) =>
        (examples.get(rule.id)?.[list] ?? []).map((raw, at) => {
          const example = exampleOf(rule, raw, engine);
          const violation = list === 'hit';
          const kind = violation ? 'plain' : 'hard_negative';
          const labels = violation ? [{ quote: example.span ?? example.text, topic: rule.topic }] : [];
          const expected = violation ? [{ kind: rule.risk, tier: rule.tier, severity: rule.severity }] : [];
          const level = riskLevelOf(expected, engine.pack.meta);
          const item = judged(engine, example, {
            id: `${rule.id}#${list}${at}`,
            kind,
            violation,
            level,
            labels,
          });
          return { ...item, violations: item.violations.filter((found) => isFoundBy(found, rule.id)) };
        }),
      ),
    );
}

function judged(engine: Engine, copy: Copy, expected: Expected): Judged {
  const { findings, riskLevel } = evaluate(copy.text, engine, copy.selection);
  const violations = findings.filter((finding) => finding.kind === 'violation');
  return { ...expected, text: copy.text, riskLevel, violations };
}
