import { appliesTo, type Selection } from './dimensions.ts';
import { mediumDimension, mediumOf } from './medium.ts';
import type { CompiledPack, Finder, Rule } from './pack.ts';

/** The rules that apply where a text is published, told apart by who asks for them. */
export interface ApplicableRules {
  /** Those that are looked for in every text. */
  readonly matched: readonly Rule[];
  /** For each of them the pattern list without which it finds nothing, or -1. Read for every text, rules themselves are not. */
  readonly gates: Int32Array;
  /** Those that the reviewer tells from a whole text. */
  readonly implied: readonly Rule[];
  /** By topic: the rule that speaks for what the classifier hears. */
  readonly learnedRules: ReadonlyMap<string, Rule>;
}

export type RuleSelector = (selection: Selection) => ApplicableRules;

/** Selections whose rules are remembered; packs have fewer places than this. */
const selectionsMax = 1_000;

/** Gives the rules of a pack that apply to a selection, worked out once for each. */
export function ruleSelector(pack: Pick<CompiledPack, 'rules' | 'meta' | 'pictures'>): RuleSelector {
  const { rules, meta } = pack;
  const known = new Map<string, ApplicableRules>();
  const names = [...new Set([...Object.keys(meta.dimensions), mediumDimension])];
  return (selection) => {
    const key = names.map((name) => selection[name]).join('\n');
    const isHere = (rule: Rule): boolean =>
      appliesTo(rule.only, selection, meta) &&
      (mediumOf(selection) !== 'picture' || isOfPictures(rule, pack));
    const made = known.get(key) ?? toldApart(rules.filter(isHere));
    if (known.size >= selectionsMax) known.clear();
    known.set(key, made);
    return made;
  };
}

/** On a picture nothing is missing, and what the reviewer tells from a text it cannot tell from a few words. */
function isOfPictures({ id, topic, finder }: Rule, { pictures }: Pick<CompiledPack, 'pictures'>): boolean {
  const isSought = finder.kind === 'patterns' || finder.kind === 'near' || finder.kind === 'regex';
  return isSought && pictures.get(topic)?.without.has(id) === false;
}

function toldApart(rules: readonly Rule[]): ApplicableRules {
  const matched = rules.filter(({ finder }) => finder.kind !== 'implied' && finder.kind !== 'learned');
  const learned = rules.filter(({ finder }) => finder.kind === 'learned');
  return {
    matched,
    gates: Int32Array.from(matched, ({ finder }) => gateOf(finder)),
    implied: rules.filter(({ finder }) => finder.kind === 'implied'),
    learnedRules: new Map(learned.map((rule) => [rule.topic, rule])),
  };
}

function gateOf(finder: Finder): number {
  if (finder.kind === 'missing') return finder.when.number;
  if (finder.kind === 'near') return finder.sets[0]?.number ?? -1;
  return 'patterns' in finder ? finder.patterns.number : -1;
}
