import type { Standing } from '../assemble.ts';
import { type Engine, type Looked, lookAt } from '../evaluate.ts';
import { isPublishedIn, type Selection } from '../rules/dimensions.ts';
import type { Span } from '../spans.ts';
import { type Candidate, candidatesFor } from './candidates.ts';
import { type Draft, draftOf } from './draft.ts';
import { factsIn } from './facts.ts';
import { lessThan } from './shrink.ts';
import { statementFor, withStatement } from './statements.ts';

export const modes = ['content', 'ad'] as const;
export type Mode = (typeof modes)[number];

/** What a repair goes by. */
export interface RepairOrder {
  readonly engine: Engine;
  readonly selection: Selection;
  readonly mode: Mode;
}

/** Changes to one text, at most. */
const turnsMax = 60;
/** UTF-16 units that may be judged for one text: twenty times a text of the longest length, on each way. */
const judgedUnitsMax = 100_000;
/** Of cutting all sentences at risk together. */
const roundsMax = 10;

/** A repair under way. */
interface Repair extends RepairOrder {
  /** Whether phrases are tried where the reviewer accuses the text as a whole. */
  readonly finely: boolean;
  units: number;
  /** What was said instead of something already. */
  readonly said: Set<string>;
}

/**
 * Takes what is at risk out of a text: place by place the change that clears most for the fewest characters. Then takes
 * back every change that was not needed after all, and adds the statements that are missing. It goes two ways about what
 * the reviewer accuses, by sentences and by phrases, and takes the way that loses less. Pure and bounded: once its
 * budget is spent, sentences are cut without trying.
 * @returns the text; what is at risk in it still shows when it is judged
 */
export function repair(text: string, order: RepairOrder): string {
  const ways = [false, true].map((finely) => repairOneWay(text, order, finely));
  const [better = { text, loss: 0 }] = ways.toSorted((a, b) => a.loss - b.loss);
  return better.text;
}

/** A repaired text, and what it lost that was not at risk: characters, and what numbers and links count for. */
interface Repaired {
  readonly text: string;
  readonly loss: number;
}

function repairOneWay(text: string, order: RepairOrder, finely: boolean): Repaired {
  const state: Repair = { ...order, finely, units: judgedUnitsMax, said: new Set() };
  let draft = draftOf(text, order.engine.pack.language.connectives);
  let looked = look(draft.text, state);
  const atRisk = targetsIn(looked, state).map(({ core }) => core);
  for (let turn = 0; turn < turnsMax; turn++) {
    const targets = targetsIn(looked, state).filter(({ rule }) => rule.finder.kind !== 'missing');
    const [target] = targets;
    if (!target || state.units <= 0) break;
    const changed = draft.with(bestFor(draft, looked, targets, target, state));
    if (changed.text === draft.text) break;
    draft = changed;
    looked = look(draft.text, state);
  }
  const lean = withoutNeedless(draft, state);
  const safe = withoutSentencesAtRisk(lean.text, state);
  const cut = safe === lean.text ? 0 : lean.text.length - safe.length;
  return { text: stated(safe, state), loss: lossOf(lean, atRisk) + cut };
}

/** What the changes of a draft took from its original beside what was at risk. */
function lossOf({ original, edits }: Draft, atRisk: readonly Span[]): number {
  const isAtRisk = new Uint8Array(original.length);
  for (const { start, end } of atRisk) isAtRisk.fill(1, start, end);
  return edits.reduce((sum, { start, end }) => {
    const lawful = Array.from(original.slice(start, end), (one, at) =>
      isAtRisk[start + at] ? ' ' : one,
    ).join('');
    return sum + lawful.replace(/\s/g, '').length + factsIn(lawful).length * factCost;
  }, 0);
}

function look(text: string, state: Repair): Looked {
  state.units -= text.length;
  return lookAt(text, state.engine, state.selection);
}

/** How much is at risk. What the reviewer accuses where no rule speaks any more counts for less than what a rule found. */
const riskIn = (targets: readonly Standing[]): number =>
  targets.reduce((sum, { rule }) => sum + (rule.finder.kind === 'learned' ? accusedRisk : 1), 0);
const accusedRisk = 0.6;

const countIn = (text: string, state: Repair): number => targetsIn(look(text, state), state).length;

/** What has to go: violations, and in advertisements what is only to be borne in mind as well. */
function targetsIn({ standing }: Looked, { mode, selection }: RepairOrder): readonly Standing[] {
  const isHint = ({ rule }: Standing): boolean =>
    rule.risk === 'scene-hint' || isPublishedIn(rule.hintIn, selection);
  return standing
    .filter((one) => !isHint(one) || mode === 'ad' || one.rule.tier === 'STRICT')
    .toSorted((a, b) => a.core.start - b.core.start || a.core.end - b.core.end);
}

/** What a change costs besides its characters. */
const changeCost = 8;
const factCost = 40;
const quietShare = 0.1;

/** The candidate that clears most for what it costs; where none clears anything, the last and largest. */
function bestFor(
  draft: Draft,
  looked: Looked,
  targets: readonly Standing[],
  target: Standing,
  state: Repair,
): Candidate {
  const candidates = candidatesFor(looked.reading, placeOf(targets, target), state.said, state.finely);
  const atRisk = riskIn(targets);
  let best = candidates.at(-1) ?? { start: 0, end: draft.text.length, with: '', said: '', facts: 0 };
  let most = 0;
  for (const candidate of candidates) {
    if (state.units <= 0) break;
    const tried = look(draft.with(candidate).text, state);
    const cleared = atRisk - riskIn(targetsIn(tried, state));
    // Where nothing is cleared, what makes the text quieter to the reviewer leads on.
    const quieter = Math.max(0, looked.probability - tried.probability) * quietShare;
    const cost = candidate.end - candidate.start + changeCost + candidate.facts * factCost;
    const worth = (cleared > 0 ? cleared : state.finely && target.source === 'model' ? quieter : 0) / cost;
    if (worth > most) [most, best] = [worth, candidate];
  }
  if (best.said !== '') state.said.add(best.said);
  return best;
}

/** Hits that overlap are one place to put right. */
function placeOf(targets: readonly Standing[], target: Standing): readonly Standing[] {
  const overlaps = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;
  return targets.filter((one) => one === target || overlaps(one.core, target.core));
}

/** Takes back what the text is as clean without: what was cut while something else was to blame. */
function withoutNeedless(draft: Draft, state: Repair): Draft {
  let lean = draft;
  const left = countIn(draft.text, state);
  const byLength = draft.edits.toSorted((a, b) => b.end - b.start - (a.end - a.start));
  for (const edit of byLength) {
    if (state.units <= 0) break;
    const restored = lean.without(edit);
    if (countIn(restored.text, state) <= left) lean = restored;
  }
  return smaller(lean, left, state);
}

/** Gives back what lies at the ends of a cut, was not at risk and can stand without the rest. */
function smaller(draft: Draft, left: number, state: Repair): Draft {
  let lean = draft;
  for (const edit of draft.edits.filter((one) => one.with === '')) {
    let current = edit;
    for (const less of lessThan(state.engine, lean.original, () => current)) {
      if (state.units <= 0) return lean;
      const shrunk = lean.replacing(current, less);
      if (countIn(shrunk.text, state) <= left) [lean, current] = [shrunk, less];
    }
  }
  return lean;
}

/** Cuts every sentence that is still at risk: what is left when the budget was spent. */
function withoutSentencesAtRisk(text: string, state: Repair): string {
  const { pack } = state.engine;
  let current = text;
  for (let round = 0; round < roundsMax; round++) {
    const looked = look(current, state);
    const targets = targetsIn(looked, state).filter(({ rule }) => rule.finder.kind !== 'missing');
    if (targets.length === 0) return current;
    const whole = targets.flatMap(
      (target) => candidatesFor(looked.reading, [target], state.said).at(-1) ?? [],
    );
    const apart = whole
      .toSorted((a, b) => a.start - b.start)
      .filter((one, at, all) => one.start >= Math.max(0, ...all.slice(0, at).map(({ end }) => end)));
    current = draftOf(current, pack.language.connectives, apart).text;
    if (current.trim() === '') return targets.flatMap(({ rule }) => rule.fix.instead)[0] ?? current;
  }
  return current;
}

/** Statements that one text may lack. */
const statementsMax = 8;

/** Adds each statement that the text lacks, if that is what it lacked; a topic wants its statements one by one. */
function stated(text: string, state: Repair): string {
  const { pack } = state.engine;
  let whole = text;
  for (let count = 0; count < statementsMax; count++) {
    const lacking = targetsIn(look(whole, state), state).find(
      ({ rule }) => rule.finder.kind === 'missing' && !whole.includes(statementFor(pack, rule) ?? ''),
    );
    if (!lacking) break;
    whole = withStatement(whole, statementFor(pack, lacking.rule) ?? '', pack.language.connectives);
  }
  return whole;
}
