import { loadCompiledPack, loadPackWithExamples, openReaderRuntime } from '@redline/rule-engine/load';
import type { CompiledPack, RawExample, Rule } from '@redline/rule-engine/pack';
import type { Law, Risk } from '../domain/risk.ts';
import { inLocale, lawsOf } from './open-engine.ts';
import { cacheFolder, compileApart, packFolderOf } from './pack-cache.ts';

/** A rule in one language. */
export interface RuleEntry extends Pick<Risk, 'ruleId' | 'severity' | 'tier' | 'category'> {
  readonly kind: 'violation' | 'scene-hint';
  readonly topic: string;
  /** Places where it applies: values by dimension; a dimension that is not named does not limit it. */
  readonly only: Readonly<Record<string, readonly string[]>>;
}

/** A rule with all that is known of it. */
export interface ExplainedRule extends RuleEntry {
  readonly suggestion: string;
  readonly tierReason: string | null;
  readonly legalRef: string;
  readonly laws: readonly Law[];
  /** Copy that breaks it, and copy that does not. */
  readonly examples: { readonly hit: readonly string[]; readonly miss: readonly string[] };
}

/** Lists the rules of a site's pack, by their ids. Throws a PackError for a pack with faults. */
export async function listRules(site: string, locale: string): Promise<readonly RuleEntry[]> {
  compileApart(site);
  await openReaderRuntime('off');
  const { pack } = loadCompiledPack(packFolderOf(site), cacheFolder());
  return entriesOf(pack, locale);
}

/** Returns the rules of a pack, by their ids. */
export const entriesOf = ({ rules }: CompiledPack, locale: string): readonly RuleEntry[] =>
  rules.map((rule) => entryOf(rule, locale)).sort((a, b) => (a.ruleId < b.ruleId ? -1 : 1));

/** The rules of a site, their examples and the articles that they stand on. */
export type RuleBook = ReturnType<typeof loadPackWithExamples>;

/** Opens the rules of a site with their examples, which takes seconds. Throws a PackError for a pack with faults. */
export async function openRuleBook(site: string): Promise<RuleBook> {
  await openReaderRuntime('off');
  return loadPackWithExamples(packFolderOf(site));
}

/**
 * Explains a rule of a site, with the examples of its author.
 * @returns null where there is no rule of that id, with the ids that are like it
 */
export function explainRule(
  { pack, examples }: RuleBook,
  ruleId: string,
  locale: string,
): { readonly rule: ExplainedRule } | { readonly rule: null; readonly similar: readonly string[] } {
  const rule = pack.rules.find(({ id }) => id === ruleId);
  if (!rule) return { rule: null, similar: similarTo(ruleId, pack) };
  const { hit = [], miss = [] } = examples.get(ruleId) ?? {};
  const wording = pack.wordings.get(rule.wordingId);
  return {
    rule: {
      ...entryOf(rule, locale),
      suggestion: inLocale(wording?.suggestion ?? rule.suggestion, locale),
      tierReason: rule.tierReason && inLocale(rule.tierReason, locale),
      legalRef: wording ? inLocale(wording.legalRef, locale) : '',
      laws: lawsOf(rule.citations, pack),
      examples: { hit: hit.map(textOf), miss: miss.map(textOf) },
    },
  };
}

const entryOf = ({ id, topic, severity, tier, risk, category, only }: Rule, locale: string): RuleEntry => ({
  ruleId: id,
  topic,
  kind: risk,
  severity,
  tier,
  category: inLocale(category, locale),
  only: Object.fromEntries([...only].map(([name, values]) => [name, [...values]])),
});

const textOf = (example: RawExample): string => (typeof example === 'string' ? example : example.text);

const similarMax = 8;

/** Rules below the same beginning, the longest that any has. */
function similarTo(ruleId: string, { rules }: CompiledPack): readonly string[] {
  const parts = ruleId.split('.');
  for (let length = parts.length; length > 0; length--) {
    const beginning = parts.slice(0, length).join('.');
    const similar = rules.map(({ id }) => id).filter((id) => id.startsWith(beginning));
    if (similar.length > 0) return similar.slice(0, similarMax);
  }
  return [];
}
