import { appliesTo, type Selection } from './dimensions.ts';
import { mediumDimension, mediumOf } from './medium.ts';
import type { PackMeta } from './meta-schema.ts';
import type { CompiledPack, Finder, PolicyRow, Rule } from './pack.ts';

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
  /** The rows of the policy table. */
  readonly policy: readonly PolicyRow[];
  /** Those that decide what becomes of claims, by claim type; none on pictures. */
  readonly rowsByClaim: ReadonlyMap<string, readonly PolicyRow[]>;
}

export type RuleSelector = (selection: Selection) => ApplicableRules;

/** Selections whose rules are remembered; packs have fewer places than this. */
const selectionsMax = 1_000;

/** Prepares the selection of a pack's rules; each selection is computed once. */
export function ruleSelector(
  pack: Pick<CompiledPack, 'rules' | 'policy' | 'meta' | 'pictures'>,
): RuleSelector {
  const { rules, policy, meta } = pack;
  const known = new Map<string, ApplicableRules>();
  const names = [...new Set([...Object.keys(meta.dimensions), mediumDimension])];
  return (selection) => {
    const key = names.map((name) => selection[name]).join('\n');
    const isHere = (rule: Rule): boolean =>
      appliesTo(rule.only, selection, meta) &&
      (mediumOf(selection) !== 'picture' || isOfPictures(rule, pack));
    const made = known.get(key) ?? {
      ...byStep(rules.filter(isHere)),
      ...policyHere(policy, selection, meta),
    };
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

/** Kinds of rules whose matches are found by the reviewer. */
const reviewed: ReadonlySet<Finder['kind']> = new Set(['implied', 'learned', 'claim']);

function byStep(rules: readonly Rule[]): Omit<ApplicableRules, 'policy' | 'rowsByClaim'> {
  const matching = rules.filter(({ finder }) => !reviewed.has(finder.kind));
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

function policyHere(
  rows: readonly PolicyRow[],
  selection: Selection,
  meta: PackMeta,
): Pick<ApplicableRules, 'policy' | 'rowsByClaim'> {
  const policy = rows.filter(({ only }) => appliesTo(only, selection, meta));
  const rowsByClaim = new Map<string, PolicyRow[]>();
  if (mediumOf(selection) === 'picture') return { policy, rowsByClaim };
  for (const row of policy)
    for (const claim of row.claims) rowsByClaim.set(claim, [...(rowsByClaim.get(claim) ?? []), row]);
  return { policy, rowsByClaim };
}
