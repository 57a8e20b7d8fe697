import type { Span } from '../judge/spans.ts';
import type { RiskKind, Severity } from '../pack/pack.ts';

interface Said {
  readonly rule: {
    readonly id: string;
    readonly topic: string;
    readonly risk: RiskKind;
    readonly severity: Severity;
  };
  readonly span: Span;
  readonly source: 'rule' | 'model';
}

const severities: readonly Severity[] = ['high', 'medium', 'low'];

/** What is worth more to the reader comes first: the graver, then a rule before the reviewer's reading. */
function byWorth(a: Said, b: Said): number {
  return (
    severities.indexOf(a.rule.severity) - severities.indexOf(b.rule.severity) ||
    Number(a.source === 'model') - Number(b.source === 'model') ||
    (a.rule.id < b.rule.id ? -1 : 1)
  );
}

/** One thing to fix: what speaks for it, and the rules that found the same. */
export interface Voice<T extends Said> {
  readonly said: T;
  readonly alsoFoundBy: readonly string[];
}

/**
 * Rules of one topic often meet in one clause. Where they report the same place as the same kind of risk, the reader
 * has one thing to fix, so the gravest speaks for all.
 */
export function mergeByPlace<T extends Said>(standing: readonly T[]): Voice<T>[] {
  const places = Map.groupBy(
    [...standing].sort(byWorth),
    ({ rule, span }) => `${rule.topic} ${rule.risk} ${span.start} ${span.end}`,
  );
  return [...places.values()].flatMap(([said, ...others]) =>
    said ? [{ said, alsoFoundBy: others.map(({ rule }) => rule.id) }] : [],
  );
}
