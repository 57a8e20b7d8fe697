import { type Analysis, analyze } from '../evaluate/analyze.ts';
import type { Engine } from '../evaluate/engine.ts';
import type { Candidate } from '../judge/candidate.ts';
import type { Span } from '../judge/spans.ts';
import { isPublishedIn, type Selection } from '../pack/dimensions.ts';
import { type Draft, draftOf } from './draft.ts';
import {
  type CharacterCosts,
  costOfEdits,
  initialCosts,
  type RiskPlace,
  withRiskPlaces,
} from './edit-cost.ts';
import { editOptionsFor } from './edit-options.ts';
import type { Mode } from './rewrite-request.ts';

/** What a repair goes by. */
export interface RepairOptions {
  readonly engine: Engine;
  readonly selection: Selection;
  readonly mode: Mode;
}

/** A repair under way, and what is left of its budget: UTF-16 units that may still be judged. */
export interface Repair extends RepairOptions {
  units: number;
  /** What rules found in the text to begin with: each is put right, even where it is not found any more by itself. */
  initial: readonly Candidate[];
}

/** A text with some of what is at risk put right. */
interface State {
  readonly draft: Draft;
  readonly analysis: Analysis;
  readonly targets: readonly Candidate[];
  readonly costs: CharacterCosts;
  /** What was said instead of something already; the same is not said twice. */
  readonly said: ReadonlySet<string>;
  readonly loss: number;
  /** What it has lost and what is still at risk, in characters. */
  readonly cost: number;
}

/** Changes to one text, at most. */
const turnsMax = 60;
/** How many texts are followed at the same time, by how often the budget lets a text be judged. */
const widths = [
  { analyses: 700, width: 5 },
  { analyses: 250, width: 3 },
] as const;
/** What is expected to be lost for each place at risk, in characters. */
const riskCost = 14;

/**
 * Looks for the changes that take what is at risk out of a text and lose the least: the leftmost place is put right in
 * every way there is, and the texts that promise most are followed. Bounded by its budget.
 * @param classifierCost what it is expected to cost, for each unit of log odds, that the reviewer would accuse the text
 * once nothing else is found in it; 0 leaves that to be seen
 * @returns the best text without risks or, where the budget ended before, the one with the least
 */
export function search(
  text: string,
  state: Repair,
  classifierCost: number,
): { draft: Draft; costs: CharacterCosts } {
  const draft = draftOf(text, state.engine.pack.language.connectives);
  const analysis = analyzeOnBudget(text, state);
  const targets = targetsIn(analysis, state);
  state.initial = targets.filter(({ source }) => source === 'rule');
  const start: State = {
    ...{ draft, analysis, targets, said: new Set<string>(), loss: 0, cost: 0 },
    costs: withRiskPlaces(
      initialCosts(text),
      targets.map((one) => riskOf(one, text)),
    ),
  };
  const analyses = state.units / Math.max(1, text.length);
  const width = widths.find((one) => analyses >= one.analyses)?.width ?? 1;
  let best: State | null = null;
  let open: State[] = [start];
  let nearest = start;
  const seen = new Set([text]);
  for (let turn = 0; turn < turnsMax && open.length > 0 && state.units > 0; turn++) {
    const next: State[] = [];
    for (const one of open) {
      const target = nextTarget(one.targets);
      if (!target) {
        if (!best || one.loss < best.loss) best = one;
        continue;
      }
      if (riskIn(one.targets) < riskIn(nearest.targets)) nearest = one;
      next.push(...expand(one, target, state, classifierCost, seen));
    }
    const limit = best?.loss ?? Number.POSITIVE_INFINITY;
    open = next
      .filter(({ loss }) => loss < limit)
      .sort((a, b) => a.cost - b.cost)
      .slice(0, width);
  }
  const found = best ?? nearest;
  return { draft: found.draft, costs: found.costs };
}

/** What is put right next: what rules found, from the left; then what the reviewer says of the rest. */
function nextTarget(targets: readonly Candidate[]): Candidate | undefined {
  const present = targets.filter(({ rule }) => rule.finder.kind !== 'missing');
  return present.find(({ rule }) => rule.finder.kind !== 'learned') ?? present[0];
}

/** The texts that come of putting one place right. */
function expand(
  from: State,
  target: Candidate,
  state: Repair,
  classifierCost: number,
  seen: Set<string>,
): State[] {
  const { draft, analysis, targets, said } = from;
  const place = placeOf(targets, target);
  const costs = withRiskPlaces(
    from.costs,
    place.map((one) => placed(one, draft)),
  );
  const hasEdits = draft.edits.some(({ start, end }) => start < end);
  const candidates = editOptionsFor(analysis.scanned, place, said, hasEdits);
  const before = remainingCost(from.analysis, targets, classifierCost, state);
  const next: State[] = [];
  const touching: State[] = [];
  for (const [at, candidate] of candidates.entries()) {
    if (state.units <= 0) break;
    const changed = draft.with(candidate);
    if (seen.has(changed.text)) continue;
    const tried = analyzeOnBudget(changed.text, state);
    const left = pendingIn(changed, tried, state);
    const still = remainingCost(tried, left, classifierCost, state);
    // The last one takes the whole sentence: where nothing helps, it goes.
    if (still >= before && at < candidates.length - 1) continue;
    seen.add(changed.text);
    const loss = costOfEdits(changed, costs);
    const reached = {
      ...{ draft: changed, analysis: tried, targets: left, costs, loss, cost: loss + still },
      said: candidate.said === '' ? said : new Set([...said, candidate.said]),
    };
    next.push(reached);
    if (at < candidates.length - 1 && touches(candidate, place)) touching.push(reached);
  }
  // What the reviewer hears is mended where it hears it, as long as that helps; only then does what stands elsewhere go.
  const isFirst = !hasEdits && target.rule.finder.kind === 'learned';
  return isFirst && touching.length > 0 ? touching : next;
}

const touches = ({ start, end }: Span, place: readonly Candidate[]): boolean =>
  place.some(({ core }) => start < core.end && core.start < end);

/** Words that were matched across a mark hold others, which may be lawful. */
const innerMark = /[\p{L}\p{N}][^\p{L}\p{N}]*[,，;；:：。！？、…][^\p{L}\p{N}]*[\p{L}\p{N}]/u;

const riskOf = (one: Candidate, text: string): RiskPlace => ({
  core: one.core,
  span: one.span,
  isLearned: one.source === 'model',
  isWide: one.rule.finder.kind === 'near' || innerMark.test(text.slice(one.core.start, one.core.end)),
});

/** A place at risk, where it stands in the original. */
const placed = (one: Candidate, draft: Draft): RiskPlace => ({
  ...riskOf(one, draft.text),
  core: draft.originOf(one.core),
  span: draft.originOf(one.span),
});

/** What is expected to be lost yet. */
function remainingCost(
  { probability, scanned }: Analysis,
  targets: readonly Candidate[],
  classifierCost: number,
  { engine }: Repair,
): number {
  const certain = riskCost * riskIn(targets);
  const classifier = engine.classifier;
  if (!classifier || classifierCost === 0) return certain;
  const { tokens, language } = scanned.structure;
  const isLearned = targets.some(({ rule }) => rule.finder.kind === 'learned');
  if (!isLearned && tokens.length < language.classifier.flaggedWordsMin) return certain;
  const excess = logit(probability) - logit(classifier.parameters.text.flagThreshold);
  return certain + classifierCost * Math.max(0, excess);
}

const logit = (share: number): number => {
  const inside = Math.min(1 - 1e-6, Math.max(1e-6, share));
  return Math.log(inside / (1 - inside));
};

export function analyzeOnBudget(text: string, state: Repair): Analysis {
  state.units -= text.length;
  return analyze(text, state.engine, state.selection);
}

/** How much is at risk. What the reviewer accuses where no rule speaks any more counts for less than what a rule found. */
const riskIn = (targets: readonly Candidate[]): number =>
  targets.reduce((sum, { rule }) => sum + (rule.finder.kind === 'learned' ? learnedRisk : 1), 0);
const learnedRisk = 0.6;

/** What has to go: violations, and in advertisements what is only to be borne in mind as well. */
export function targetsIn(
  { candidates }: Analysis,
  { mode, selection }: RepairOptions,
): readonly Candidate[] {
  const isHint = ({ rule }: Candidate): boolean =>
    rule.risk === 'scene-hint' || isPublishedIn(rule.hintIn, selection);
  return candidates
    .filter((one) => !isHint(one) || mode === 'ad' || one.rule.tier === 'STRICT')
    .toSorted((a, b) => a.core.start - b.core.start || a.core.end - b.core.end);
}

/** What has still to go: what is found, and what was found to begin with and stands as it stood. */
export function pendingIn(draft: Draft, analysis: Analysis, state: Repair): readonly Candidate[] {
  const found = targetsIn(analysis, state);
  const left = state.initial.flatMap((one) => {
    if (one.rule.finder.kind === 'missing') return [];
    const core = draft.placeOf(one.core) ?? restOfAccount(draft, one);
    if (!core || found.some((other) => other.core.start < core.end && core.start < other.core.end)) return [];
    return [{ ...one, core, span: core }];
  });
  return [...found, ...left].sort((a, b) => a.core.start - b.core.start || a.core.end - b.core.end);
}

/** Fewer letters and figures than this are no account. */
const accountMin = 3;

/** What is left of an account or a number when the words before it went: it can be called all the same. */
function restOfAccount(draft: Draft, { rule, core }: Candidate): Span | null {
  if (rule.finder.kind !== 'regex') return null;
  const cuts = draft.edits.filter((edit) => edit.start < core.end && core.start < edit.end);
  const from = Math.max(core.start, ...cuts.map(({ end }) => end));
  const account = /[a-z0-9].*/isu.exec(draft.original.slice(from, core.end));
  if (!account || account[0].length < accountMin) return null;
  return draft.placeOf({ start: from + account.index, end: core.end });
}

/** Matches that overlap are one place to put right. */
function placeOf(targets: readonly Candidate[], target: Candidate): readonly Candidate[] {
  const overlaps = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;
  return targets.filter((one) => one === target || overlaps(one.core, target.core));
}
