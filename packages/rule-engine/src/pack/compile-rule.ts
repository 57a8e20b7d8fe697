import type { PatternList, PatternTableBuilder } from '../patterns/pattern-table.ts';
import { compileBoundedRegex } from '../patterns/regex-dialect.ts';
import type { DimensionValues } from './dimensions.ts';
import type { RawFix } from './fix-schema.ts';
import type { Context, Exemption, Finder, Fix } from './pack.ts';
import type { RawRule } from './policy-schema.ts';
import type { Clearing, Tier } from './schema.ts';
import type { UnwordedRule } from './wording.ts';

/** A fault in a pack: what is wrong and where, as a path into the file's data. */
export class RuleError extends Error {
  readonly path: readonly (string | number)[];
  constructor(path: readonly (string | number)[], message: string) {
    super(message);
    this.path = path;
  }
}

/** Compiles patterns and lists of them. */
export type Patterns = Pick<PatternTableBuilder, 'pattern' | 'list'>;

export interface RuleParts {
  readonly patterns: Patterns;
  readonly exemptions: ReadonlyMap<string, readonly Exemption[]>;
  readonly topic: string;
  /** The topic's fix, which the rule's own comes before. */
  readonly fix: Fix;
  readonly only: DimensionValues;
  /** The clearings of rules that name none. */
  readonly clearedBy: (tier: Tier | undefined) => readonly Clearing[];
}

type RawPlaces = {
  overlapping?: string[] | undefined;
  sentence?: string[] | undefined;
  nearby?: string[] | undefined;
  within?: { sentences: number; match: string[] } | undefined;
  text?: string[] | undefined;
};

/** Compiles one validated rule. Throws a RuleError whose path starts at the rule. */
export function compileRule(raw: RawRule, parts: RuleParts): UnwordedRule {
  const exemptions = raw.exemptions.flatMap((id, at) => {
    const known = parts.exemptions.get(id);
    if (!known) throw new RuleError(['exemptions', at], `unknown exemption "${id}"`);
    return known;
  });
  if (raw.presumed && !raw.needs)
    throw new RuleError(['presumed'], 'nothing is needed that could be presumed');
  return {
    id: raw.id,
    topic: parts.topic,
    severity: raw.severity,
    risk: raw.risk,
    tier: raw.tier ?? null,
    tierReason: raw.tierReason ?? null,
    only: parts.only,
    hintIn: new Map(Object.entries(raw.hintIn ?? {}).map(([name, values]) => [name, new Set(values)])),
    where: raw.where,
    category: raw.category,
    suggestion: raw.suggestion,
    citations: raw.citations,
    needs: raw.needs ? compileContext(raw.needs, parts.patterns, ['needs']) : null,
    presumed: raw.presumed,
    unless: raw.unless ? compileContext(raw.unless, parts.patterns, ['unless']) : null,
    exemptions,
    clearedBy: new Set(raw.clearedBy ?? parts.clearedBy(raw.tier)),
    reviewMayDrop: raw.reviewMayDrop,
    disguised: raw.disguised,
    span: raw.span,
    finder: compileFinder(raw, parts.patterns),
    fix: raw.fix ? joinFixes(compileFix(raw.fix, parts.patterns, ['fix']), parts.fix) : parts.fix,
  };
}

/** Compiles how something is put right. */
export const compileFix = (raw: RawFix, patterns: Patterns, path: readonly (string | number)[]): Fix => ({
  swaps: raw.swaps.map((swap, at) => ({
    patterns: compileAll(swap.match, patterns, [...path, 'swaps', at, 'match']),
    with: swap.with,
  })),
  cut: raw.cut,
});

/** Joins two fixes; the more particular one comes first. */
export const joinFixes = (own: Fix, general: Fix): Fix => ({
  swaps: [...own.swaps, ...general.swaps],
  cut: own.cut === 'sentence' ? general.cut : own.cut,
});

function compileFinder(raw: RawRule, patterns: Patterns): Finder {
  if (raw.kind === 'regex') {
    const expressions = raw.match.map((source, at) =>
      guarded(['match', at], () => compileBoundedRegex(source)),
    );
    return { kind: 'regex', expressions, gate: raw.gate.map((literal) => literal.toLowerCase()) };
  }
  if (raw.kind === 'implied') return compileImplied(raw, patterns);
  if (raw.kind === 'learned' || raw.kind === 'claim') return { kind: raw.kind };
  if (raw.kind === 'missing') {
    return {
      kind: 'missing',
      when: compileAll(raw.when, patterns, ['when']),
      requires: compileAll(raw.requires, patterns, ['requires']),
      insert: raw.insert,
    };
  }
  if (raw.kind !== 'near') return { kind: 'patterns', patterns: compileAll(raw.match, patterns, ['match']) };
  if (typeof raw.report === 'number' && raw.report >= raw.all.length) {
    throw new RuleError(['report'], `there is no set ${raw.report}; sets are counted from 0`);
  }
  return {
    kind: 'near',
    sets: raw.all.map((set, at) => compileAll(set, patterns, ['all', at])),
    window: raw.within,
    ordered: raw.ordered,
    report: raw.report,
    without: compileAll(raw.without ?? [], patterns, ['without']),
  };
}

function compileImplied(raw: Extract<RawRule, { kind: 'implied' }>, patterns: Patterns): Finder {
  return {
    kind: 'implied',
    subject: compileAll(raw.subject, patterns, ['subject']),
    neutral: compileAll(raw.neutral ?? [], patterns, ['neutral']),
    outcome: compileAll(raw.outcome, patterns, ['outcome']),
    signs: raw.signs.map(({ weight, at, match }, number) => ({
      weight,
      at,
      patterns: compileAll(match, patterns, ['signs', number, 'match']),
    })),
    threshold: raw.threshold,
    sentences: raw.sentences,
  };
}

/** Compiles the patterns of `needs`, `unless` or an exemption: of several contexts each must hold. */
export function compileContext(
  raw: RawPlaces | RawPlaces[],
  patterns: Patterns,
  path: readonly (string | number)[],
): Context {
  if (!Array.isArray(raw)) return compilePlaces(raw, patterns, path);
  const [first, ...also] = raw.map((places, at) => compilePlaces(places, patterns, [...path, at]));
  if (!first) throw new RuleError(path, 'an empty context');
  return { ...first, also };
}

function compilePlaces(raw: RawPlaces, patterns: Patterns, path: readonly (string | number)[]): Context {
  const { within } = raw;
  return {
    overlapping: compileAll(raw.overlapping ?? [], patterns, [...path, 'overlapping']),
    sentence: compileAll(raw.sentence ?? [], patterns, [...path, 'sentence']),
    nearby: compileAll(raw.nearby ?? [], patterns, [...path, 'nearby']),
    within: within
      ? {
          sentences: within.sentences,
          patterns: compileAll(within.match, patterns, [...path, 'within', 'match']),
        }
      : null,
    text: compileAll(raw.text ?? [], patterns, [...path, 'text']),
    also: [],
  };
}

/** Compiles a list of patterns; a fault names the one at fault. */
export function compileAll(
  sources: readonly string[],
  patterns: Patterns,
  path: readonly (string | number)[],
): PatternList {
  return patterns.list(sources.map((source, at) => guarded([...path, at], () => patterns.pattern(source))));
}

function guarded<T>(path: readonly (string | number)[], make: () => T): T {
  try {
    return make();
  } catch (cause) {
    throw new RuleError(path, cause instanceof Error ? cause.message : String(cause));
  }
}
