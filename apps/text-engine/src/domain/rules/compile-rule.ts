import type { DimensionValues } from './dimensions.ts';
import type { Context, Exemption, Finder, Rule } from './pack.ts';
import type { Program } from './program.ts';
import { compileBoundedRegex } from './regex-dialect.ts';
import type { RawRule } from './schema.ts';

/** A fault in a pack: what is wrong and where, as a path into the file's data. */
export class RuleFault extends Error {
  readonly path: readonly (string | number)[];
  constructor(path: readonly (string | number)[], message: string) {
    super(message);
    this.path = path;
  }
}

export interface RuleParts {
  readonly program: (source: string) => Program;
  readonly exemptions: ReadonlyMap<string, Exemption>;
  readonly topic: string;
  readonly only: DimensionValues;
}

type RawContext = {
  sentence?: string[] | undefined;
  nearby?: string[] | undefined;
  text?: string[] | undefined;
};

/** Compiles one validated rule. Throws a RuleFault whose path starts at the rule. */
export function compileRule(raw: RawRule, parts: RuleParts): Rule {
  const exemptions = raw.exemptions.map((id, at) => {
    const known = parts.exemptions.get(id);
    if (!known) throw new RuleFault(['exemptions', at], `unknown exemption "${id}"`);
    return known;
  });
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
    needs: raw.needs ? compileContext(raw.needs, parts.program, ['needs']) : null,
    unless: raw.unless ? compileContext(raw.unless, parts.program, ['unless']) : null,
    exemptions,
    clearedBy: new Set(raw.clearedBy),
    span: raw.span,
    finder: compileFinder(raw, parts.program),
    hit: raw.hit,
    miss: raw.miss,
  };
}

function compileFinder(raw: RawRule, program: RuleParts['program']): Finder {
  if (raw.kind === 'regex') {
    const expressions = raw.match.map((source, at) =>
      guarded(['match', at], () => compileBoundedRegex(source)),
    );
    return { kind: 'regex', expressions, gate: raw.gate.map((literal) => literal.toLowerCase()) };
  }
  if (raw.kind === 'implied') return compileImplied(raw, program);
  if (raw.kind === 'learned') return { kind: 'learned' };
  if (raw.kind === 'missing') {
    return {
      kind: 'missing',
      when: compileAll(raw.when, program, ['when']),
      requires: compileAll(raw.requires, program, ['requires']),
      insert: raw.insert,
    };
  }
  if (raw.kind !== 'near') return { kind: 'programs', programs: compileAll(raw.match, program, ['match']) };
  if (typeof raw.report === 'number' && raw.report >= raw.all.length) {
    throw new RuleFault(['report'], `there is no set ${raw.report}; sets are counted from 0`);
  }
  return {
    kind: 'near',
    sets: raw.all.map((set, at) => compileAll(set, program, ['all', at])),
    window: raw.within,
    ordered: raw.ordered,
    report: raw.report,
    without: raw.without ? compileAll(raw.without, program, ['without']) : [],
  };
}

function compileImplied(raw: Extract<RawRule, { kind: 'implied' }>, program: RuleParts['program']): Finder {
  return {
    kind: 'implied',
    subject: compileAll(raw.subject, program, ['subject']),
    neutral: compileAll(raw.neutral ?? [], program, ['neutral']),
    outcome: compileAll(raw.outcome, program, ['outcome']),
    signs: raw.signs.map(({ weight, at, match }, number) => ({
      weight,
      at,
      programs: compileAll(match, program, ['signs', number, 'match']),
    })),
    threshold: raw.threshold,
    sentences: raw.sentences,
  };
}

/** Compiles the patterns of `needs`, `unless` or an exemption. */
export function compileContext(
  raw: RawContext,
  program: RuleParts['program'],
  path: readonly (string | number)[],
): Context {
  return {
    sentence: compileAll(raw.sentence ?? [], program, [...path, 'sentence']),
    nearby: compileAll(raw.nearby ?? [], program, [...path, 'nearby']),
    text: compileAll(raw.text ?? [], program, [...path, 'text']),
  };
}

/** Compiles a list of patterns; a fault names the one at fault. */
export function compileAll(
  sources: readonly string[],
  program: RuleParts['program'],
  path: readonly (string | number)[],
): Program[] {
  return sources.map((source, at) => guarded([...path, at], () => program(source)));
}

function guarded<T>(path: readonly (string | number)[], make: () => T): T {
  try {
    return make();
  } catch (cause) {
    throw new RuleFault(path, cause instanceof Error ? cause.message : String(cause));
  }
}
