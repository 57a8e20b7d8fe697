import type { PatternTableBuilder } from '../patterns/pattern-table.ts';
import { compileFix, joinFixes } from './compile-rule.ts';
import { fixFileSchema } from './fix-schema.ts';
import type { Fix } from './pack.ts';
import { attempt, type PackFault, type PackSource, read } from './read-source.ts';

const noFix: Fix = { swaps: [], cut: 'sentence' };

/** Writes down the topics that fixes name and no rule has. */
export function faultsOfTopics(
  source: PackSource | null,
  topics: ReadonlySet<string>,
  faults: PackFault[],
): void {
  const parsed = fixFileSchema.safeParse(source?.data);
  if (!source || !parsed.success) return;
  for (const [at, fix] of parsed.data.fixes.entries()) {
    for (const topic of (fix.topics ?? []).filter((one) => !topics.has(one))) {
      const line = source.lineOf(['fixes', at, 'topics']);
      faults.push({ file: source.file, line, reason: `no rule is of the topic "${topic}"` });
    }
  }
}

/** Reads fixes. The function returned gives the fix of a topic: its own, then those for all topics. */
export function readFixes(
  source: PackSource | null,
  builder: PatternTableBuilder,
  faults: PackFault[],
): (topic: string) => Fix {
  const written = source ? (read(source, fixFileSchema, faults)?.fixes ?? []) : [];
  const compiled = written.map((raw, at) => ({
    topics: raw.topics,
    fix: (source && attempt(source, ['fixes', at], faults, () => compileFix(raw, builder, []))) ?? noFix,
  }));
  const joined = (ofTopic: (topics: readonly string[] | undefined) => boolean): Fix =>
    compiled
      .filter(({ topics }) => ofTopic(topics))
      .reduce<Fix>((sum, { fix }) => joinFixes(sum, fix), noFix);
  const general = joined((topics) => topics === undefined);
  const known = new Map<string, Fix>();
  return (topic) => {
    const fix =
      known.get(topic) ??
      joinFixes(
        joined((topics) => topics?.includes(topic) ?? false),
        general,
      );
    known.set(topic, fix);
    return fix;
  };
}
