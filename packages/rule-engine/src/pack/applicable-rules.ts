import { appliesTo, type Selection } from './dimensions.ts';
import { mediumDimension, mediumOf } from './medium.ts';
import type { CompiledPack, Finder, Rule } from './pack.ts';

/** The rules that apply where a text is published, by the step that uses them. */
export interface ApplicableRules {
  /** Those whose matches are searched for in every text. */
  readonly matching: readonly Rule[];
  /** For each of them the pattern list without which it finds nothing, or -1. Read for every text, rules themselves are not. */
  readonly gates: Int32Array;
  /** Those that the reviewer applies to a whole text. */
  readonly implied: readonly Rule[];
  /** By topic: the rule that reports what the reader finds. */
  readonly learnedRules: ReadonlyMap<string, Rule>;
}

export type RuleSelector = (selection: Selection) => ApplicableRules;

/** Selections whose rules are remembered; packs have fewer places than this. */
const selectionsMax = 1_000;

/** Prepares the selection of a pack's rules; each selection is computed once. */
export function ruleSelector(pack: Pick<CompiledPack, 'rules' | 'meta' | 'pictures'>): RuleSelector {
  const { rules, meta } = pack;
  const known = new Map<string, ApplicableRules>();
  const names = [...new Set([...Object.keys(meta.dimensions), mediumDimension])];
  return (selection) => {
    const key = names.map((name) => selection[name]).join('\n');
    const isHere = (rule: Rule): boolean =>
      appliesTo(rule.only, selection, meta) &&
      (mediumOf(selection) !== 'picture' || isOfPictures(rule, pack));
    const made = known.get(key) ?? byStep(rules.filter(isHere));
    if (known.size >= selectionsMax) known.clear();
    known.set(key, made);
    return made;
  };
}

/** Tells whether a rule applies to pictures: nothing is missing there, and a few words are too little for a review. */
function isOfPictures({ id, topic, finder }: Rule, { pictures }: Pick<CompiledPack, 'pictures'>): boolean {
  const isSought = finder.kind === 'patterns' || finder.kind === 'near' || finder.kind === 'regex';
  return isSought && pictures.get(topic)?.without.has(id) === false;
}

function byStep(rules: readonly Rule[]): ApplicableRules {
  const matching = rules.filter(({ finder }) => finder.kind !== 'implied' && finder.kind !== 'learned');
  const learned = rules.filter(({ finder }) => finder.kind === 'learned');
  return {
    matching,
    gates: Int32Array.from(matching, ({ finder }) => gateOf(finder)),
    implied: rules.filter(({ finder }) => finder.kind === 'implied'),
    learnedRules: new Map(learned.map((rule) => [rule.topic, rule])),
  };
}

function gateOf(finder: Finder): number {
  if (finder.kind === 'missing') return finder.when.number;
  if (finder.kind === 'near') return finder.sets[0]?.number ?? -1;
  return 'patterns' in finder ? finder.patterns.number : -1;
}
