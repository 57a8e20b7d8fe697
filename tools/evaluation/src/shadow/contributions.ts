import { type Engine, evaluate, type Finding } from '@redline/rule-engine/evaluate';
import type { Rule } from '@redline/rule-engine/pack';
import type { LabelledText } from '../labelled-set.ts';
import { withoutRules } from './without-rules.ts';

/** The texts that a pack judges otherwise without a rule, by their ids. */
export interface Contribution {
  readonly ruleId: string;
  /** Violating texts in which nothing else finds anything: neither the reader nor a rule that stays. */
  readonly found: readonly string[];
  /** Labelled quotes that nothing else touches by their topic. */
  readonly quotes: readonly string[];
  /** Lawful texts that nothing else flags. */
  readonly flagged: readonly string[];
}

/** Tells whether a rule of phrases could go: not what needs the letter, a place or a picture. */
export const couldGo = ({ finder, where, disguised, only }: Rule): boolean =>
  (finder.kind === 'patterns' || finder.kind === 'near' || finder.kind === 'implied') &&
  where === 'anywhere' &&
  !disguised &&
  Object.keys(only).every((name) => name !== 'platform' && name !== 'medium');

/**
 * Measures what each rule of phrases adds to what is found without any of them: the reader with the policy table, and the
 * rules that must stay. Where several rules find the same, each is named.
 */
export function contributionsOf(engine: Engine, texts: readonly LabelledText[]): Contribution[] {
  const ids = new Set(engine.pack.rules.filter(couldGo).map(({ id }) => id));
  const bare = withoutRules(engine, ({ id }) => ids.has(id));
  const sums = new Map(
    [...ids].map((ruleId) => [ruleId, { ruleId, found: [], quotes: [], flagged: [] } as Growing]),
  );
  const add = (findings: readonly Finding[], list: 'found' | 'quotes' | 'flagged', id: string): void => {
    for (const ruleId of new Set(findings.flatMap((one) => [one.ruleId, ...one.alsoFoundBy])))
      sums.get(ruleId)?.[list].push(id);
  };
  for (const { id, text, selection, isViolating, labels } of texts) {
    const all = violationsIn(text, engine, selection);
    const left = violationsIn(text, bare, selection);
    if (left.length === 0) add(all, isViolating ? 'found' : 'flagged', id);
    for (const { quote, topic } of labels) {
      const start = text.indexOf(quote);
      const touching = (findings: readonly Finding[]): Finding[] =>
        findings.filter((one) => one.topic === topic && one.start < start + quote.length && start < one.end);
      if (touching(left).length === 0) add(touching(all), 'quotes', id);
    }
  }
  return [...sums.values()];
}

interface Growing {
  readonly ruleId: string;
  readonly found: string[];
  readonly quotes: string[];
  readonly flagged: string[];
}

const violationsIn = (text: string, engine: Engine, selection: LabelledText['selection']): Finding[] =>
  evaluate(text, engine, selection).findings.filter(({ kind }) => kind === 'violation');
