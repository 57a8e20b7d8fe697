import type { Engine } from '@redline/rule-engine/evaluate';
import type { Selection } from '@redline/rule-engine/pack';
import { z } from 'zod';

const severity = z.enum(['low', 'medium', 'high']);

/** A line of a labelled set. Its other fields are values of the pack's dimensions, taken by name. */
const lineSchema = z
  .object({
    id: z.string(),
    text: z.string(),
    kind: z.string(),
    expect: z.object({
      violation: z.boolean(),
      /** For a pack without tiers. */
      maxSeverity: severity.nullable().optional(),
      /** For a pack with tiers. */
      riskLevel: z.string().optional(),
      spans: z.array(z.object({ quote: z.string(), topic: z.string() })),
    }),
  })
  .passthrough();

/** A text and where it is published. */
export interface PublishedText {
  readonly text: string;
  readonly selection: Selection;
}

/** A quote of the text that must be found. */
export interface Label {
  readonly quote: string;
  readonly topic: string;
}

/** A text with what the engine should find in it. */
export interface LabelledText extends PublishedText {
  readonly id: string;
  /** `plain`, `evasion` and `cross_sentence` texts violate; `hard_negative` and `clean` ones do not. */
  readonly kind: string;
  readonly isViolating: boolean;
  /** The risk level that the evaluation should have. */
  readonly expectedLevel: string;
  readonly labels: readonly Label[];
}

/** Reads a labelled set, one JSON object a line. Throws an Error with the number of a line that is not as expected. */
export function readLabelledSet(engine: Engine, jsonl: string): LabelledText[] {
  const lines = jsonl.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line, at) => {
    const parsed = lineSchema.safeParse(JSON.parse(line));
    if (!parsed.success)
      throw new Error(`line ${at + 1}: ${parsed.error.issues[0]?.path.join('.')} is not as expected`);
    const { id, kind, expect, text, ...rest } = parsed.data;
    const selection = Object.fromEntries(
      Object.entries(engine.pack.meta.dimensions).map(([name, { unsaid }]) => [
        name,
        z.string().parse(rest[name] ?? unsaid),
      ]),
    );
    return {
      id,
      kind,
      text,
      selection,
      isViolating: expect.violation,
      expectedLevel: expect.riskLevel ?? expect.maxSeverity ?? 'safe',
      labels: expect.spans,
    };
  });
}
