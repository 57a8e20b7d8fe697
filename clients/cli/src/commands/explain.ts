import { siteIds } from '@redline/contracts';
import { InputError } from '../domain/input-error.ts';
import type { CopyPlace } from '../domain/result.ts';
import { placeOf } from '../domain/sites.ts';
import {
  type ExplainedRule,
  explainRule,
  listRules,
  openRuleBook,
  type RuleBook,
  type RuleEntry,
} from '../engine/rule-list.ts';
import type { Output } from './output.ts';

/** The options of `explain` and `rules`. */
export interface RuleArguments {
  readonly site?: string;
  readonly locale?: string;
  readonly format: 'pretty' | 'json';
}

/** Examples of each kind that are shown to people. */
const examplesMax = 5;

/**
 * Says what a rule forbids, how to put it right, which law it stands on, and what does and does not break it.
 * @throws InputError for an id that no rule of the site has
 */
export async function explain(ruleId: string, options: RuleArguments, output: Output): Promise<void> {
  const place = placeOf({ site: options.site ?? siteOfRule(ruleId), locale: options.locale });
  const rule = ruleNamed(ruleId, await openRuleBook(place.site), place);
  output.write(options.format === 'json' ? `${JSON.stringify(rule, null, 2)}\n` : ruleText(rule));
}

/**
 * Returns a rule with all that is known of it.
 * @throws InputError for an id that no rule of the site has, with those that are like it
 */
export function ruleNamed(ruleId: string, book: RuleBook, { site, locale }: CopyPlace): ExplainedRule {
  const found = explainRule(book, ruleId, locale);
  if (found.rule !== null) return found.rule;
  const like = found.similar.length > 0 ? `; there are: ${found.similar.join(', ')}` : '';
  throw new InputError(`${site} has no rule "${ruleId}"${like}`);
}

/** Lists the rules of a site. */
export async function rules(options: RuleArguments, output: Output): Promise<void> {
  const { site, locale } = placeOf({ site: options.site, locale: options.locale });
  const listed = await listRules(site, locale);
  output.write(
    options.format === 'json'
      ? `${JSON.stringify(listed, null, 2)}\n`
      : listed.map((rule) => `${ruleLine(rule)}\n`).join(''),
  );
}

/** Returns the site of a rule: ids begin with it. Undefined for an id of no site. */
export const siteOfRule = (ruleId: string): string | undefined =>
  siteIds.find((id) => ruleId.startsWith(`${id}.`));

/** Says in a line what a rule is. */
export const ruleLine = ({ ruleId, kind, severity, tier, category }: RuleEntry): string =>
  [ruleId, kind, severity, ...(tier ? [tier] : []), category].join('  ');

/** Says what a rule is, for people. */
export function ruleText(rule: ExplainedRule): string {
  const { ruleId, category, kind, severity, tier, tierReason, only, suggestion, laws, examples } = rule;
  const places = Object.entries(only).map(([name, values]) => `${name} ${values.join(' or ')}`);
  const listed = (title: string, texts: readonly string[]): string[] =>
    texts.length > 0 ? ['', title, ...texts.slice(0, examplesMax).map((text) => `  - ${oneLine(text)}`)] : [];
  return [
    ruleId,
    `  ${category}: ${[kind, severity, ...(tier ? [tier] : [])].join(', ')}`,
    ...(tierReason ? [`  ${tierReason}`] : []),
    `  applies to ${places.length > 0 ? places.join('; ') : 'all places'}`,
    '',
    'fix',
    `  ${suggestion}`,
    ...(laws.length > 0 ? ['', 'law'] : []),
    ...laws.map(({ name, article, link }) => `  ${name}, ${article}${link ? `\n    ${link}` : ''}`),
    ...listed('breaks it', examples.hit),
    ...listed('does not', examples.miss),
    '',
  ].join('\n');
}

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' / ');
