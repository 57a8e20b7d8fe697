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

/** The engine and the settings of a repair. */
export interface RepairOptions {
  readonly engine: Engine;
  readonly selection: Selection;
  readonly mode: Mode;
}

/** A repair under way, and what is left of its budget: UTF-16 units that may still be judged. */
export interface Repair extends RepairOptions {
  units: number;
  /** Matches of rules in the original: each is edited, even where no rule matches it once its neighbour is gone. */
  initial: readonly Candidate[];
}

/** A node of the search: a text in which some of the risks are edited. */
interface State {
  readonly draft: Draft;
  readonly analysis: Analysis;
  readonly targets: readonly Candidate[];
  readonly costs: CharacterCosts;
  /** Wordings that were inserted; none is used twice. */
  readonly usedWordings: ReadonlySet<string>;
  /** The cost of the edits made so far, in characters. */
  readonly loss: number;
  /** The sum of `loss` and of what the remaining risks are expected to cost, in characters. */
  readonly cost: number;
}

/** Edits of one text, at most. */
const turnsMax = 60;
/** The width of the beam, by how many analyses of the text the budget allows. */
const widths = [
  { analyses: 700, width: 5 },
  { analyses: 250, width: 3 },
] as const;
/** The expected cost of each remaining risk, in characters. */
const riskCost = 14;

/**
 * Searches for the edits that remove all risks at the least cost. A beam search: each edit option of the leftmost risk is
 * tried, and the texts of the lowest cost are expanded further. Bounded by its budget.
 * @param classifierCost the expected cost, in characters, of each unit of log odds above the flag threshold of the
 * classifier; 0 ignores the classifier until it flags a text
 * @returns the cheapest draft without risks or, where the budget ended before, the one with the fewest
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
    draft,
    analysis,
    targets,
    usedWordings: new Set<string>(),
    loss: 0,
    cost: 0,
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

/** Returns the risk to edit next: matches of rules from the left, then flags of the classifier. */
function nextTarget(targets: readonly Candidate[]): Candidate | undefined {
  const present = targets.filter(({ rule }) => rule.finder.kind !== 'missing');
  return present.find(({ rule }) => rule.finder.kind !== 'learned') ?? present[0];
}

/** Expands a node: tries each edit option of one risk, and keeps those that lower the expected cost of the rest. */
function expand(
  from: State,
  target: Candidate,
  state: Repair,
  classifierCost: number,
  seen: Set<string>,
): State[] {
  const { draft, analysis, targets, usedWordings } = from;
  const place = overlapping(targets, target);
  const costs = withRiskPlaces(
    from.costs,
    place.map((one) => riskPlaceInOriginal(one, draft)),
  );
  const hasEdits = draft.edits.some(({ start, end }) => start < end);
  const options = editOptionsFor(analysis.scanned, place, usedWordings, hasEdits);
  const before = remainingCost(from.analysis, targets, classifierCost, state);
  const next: State[] = [];
  const touching: State[] = [];
  for (const [at, option] of options.entries()) {
    if (state.units <= 0) break;
    const changed = draft.with(option);
    if (seen.has(changed.text)) continue;
    const tried = analyzeOnBudget(changed.text, state);
    const left = pendingIn(changed, tried, state);
    const still = remainingCost(tried, left, classifierCost, state);
    // The last option cuts the whole sentence, and is kept even where it does not lower the cost.
    if (still >= before && at < options.length - 1) continue;
    seen.add(changed.text);
    const loss = costOfEdits(changed, costs);
    const reached = {
      draft: changed,
      analysis: tried,
      targets: left,
      costs,
      loss,
      cost: loss + still,
      usedWordings: option.wording === '' ? usedWordings : new Set([...usedWordings, option.wording]),
    };
    next.push(reached);
    if (at < options.length - 1 && touches(option, place)) touching.push(reached);
  }
  // A flag of the classifier is edited first where it was reported, as long as that lowers the cost.
  const isFirst = !hasEdits && target.rule.finder.kind === 'learned';
  return isFirst && touching.length > 0 ? touching : next;
}

const touches = ({ start, end }: Span, place: readonly Candidate[]): boolean =>
  place.some(({ core }) => start < core.end && core.start < end);

/** Words that were matched across punctuation enclose others, which may be lawful. */
const innerMark = /[\p{L}\p{N}][^\p{L}\p{N}]*[,，;；:：。！？、…][^\p{L}\p{N}]*[\p{L}\p{N}]/u;

const riskOf = (one: Candidate, text: string): RiskPlace => ({
  core: one.core,
  span: one.span,
  isLearned: one.source === 'model',
  isWide: one.rule.finder.kind === 'near' || innerMark.test(text.slice(one.core.start, one.core.end)),
});

/** Maps a place at risk to the original. */
const riskPlaceInOriginal = (one: Candidate, draft: Draft): RiskPlace => ({
  ...riskOf(one, draft.text),
  core: draft.originOf(one.core),
  span: draft.originOf(one.span),
});

/** Returns the expected cost of the remaining risks, in characters. */
function remainingCost(_: Analysis, targets: readonly Candidate[], _cost: number, _repair: Repair): number {
  const certain = riskCost * riskIn(targets);
  return certain;
}

/** Analyzes a text and subtracts its length from the budget. */
export function analyzeOnBudget(text: string, state: Repair): Analysis {
  state.units -= text.length;
  return analyze(text, state.engine, state.selection);
}

/** Counts the risks; a flag of the classifier weighs less than a match of a rule. */
const riskIn = (targets: readonly Candidate[]): number =>
  targets.reduce((sum, { rule }) => sum + (rule.finder.kind === 'learned' ? learnedRisk : 1), 0);
const learnedRisk = 0.6;

/** Lists the candidates that a rewrite must remove, in order: violations and, in the mode `ad`, hints. */
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

/** Lists the risks that remain in a draft: those found in it, and those of the original that no edit has touched. */
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

/** Fewer letters and digits than this are no account. */
const accountMin = 3;

/** Returns the rest of an account or number whose introducing words were cut: it can still be contacted. */
function restOfAccount(draft: Draft, { rule, core }: Candidate): Span | null {
  if (rule.finder.kind !== 'regex') return null;
  const cuts = draft.edits.filter((edit) => edit.start < core.end && core.start < edit.end);
  const from = Math.max(core.start, ...cuts.map(({ end }) => end));
  const account = /[a-z0-9].*/isu.exec(draft.original.slice(from, core.end));
  if (!account || account[0].length < accountMin) return null;
  return draft.placeOf({ start: from + account.index, end: core.end });
}

/** Returns the candidates that overlap with a target, itself included: they are edited as one risk. */
function overlapping(targets: readonly Candidate[], target: Candidate): readonly Candidate[] {
  const overlaps = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;
  return targets.filter((one) => one === target || overlaps(one.core, target.core));
}
