import { type Draft, draftOf } from './draft.ts';
import { type CharacterCosts, costOfEdits } from './edit-cost.ts';
import { editOptionsFor } from './edit-options.ts';
import { analyzeOnBudget, pendingIn, type Repair, type RepairOptions, search, targetsIn } from './search.ts';
import { smallerCuts } from './smaller-cuts.ts';
import { statementFor, withStatement } from './statements.ts';

/** UTF-16 units that may be analyzed for one text in each search. */
const judgedUnitsMax = 100_000;
/** Rounds in which all sentences at risk are cut together. */
const roundsMax = 10;
/** The `classifierCost` of each search: one ignores the classifier, one counts its score. */
const classifierCosts = [0, 8] as const;
/** A longer text is searched once: within the budget a second search finds nothing better, and doubles the time. */
const twoSearchesMax = 1_500;

/**
 * Removes the risks from a text at the least cost: searches for edits, undoes those that turn out needless, and adds the
 * statements that are missing. It searches with and without the score of the classifier and takes the cheaper result.
 * Pure and bounded: once the budget is spent, sentences at risk are cut untried.
 * @returns the text; it may still have risks, which an evaluation of it finds
 */
export function repair(text: string, order: RepairOptions): string {
  const taken = text.length > twoSearchesMax ? classifierCosts.slice(0, 1) : classifierCosts;
  const results = taken.map((classifierCost) => repairWith(text, order, classifierCost));
  const [better = { text, loss: 0 }] = results.toSorted((a, b) => a.loss - b.loss);
  return better.text;
}

/** A repaired text, and its cost in characters. */
interface Repaired {
  readonly text: string;
  readonly loss: number;
}

function repairWith(text: string, order: RepairOptions, classifierCost: number): Repaired {
  const state: Repair = { ...order, units: judgedUnitsMax, initial: [] };
  const { draft, costs } = search(text, state, classifierCost);
  const minimal = withoutNeedlessEdits(draft, costs, state);
  const safe = withoutSentencesAtRisk(minimal.text, state);
  const cut = safe === minimal.text ? 0 : minimal.text.length - safe.length;
  return { text: withMissingStatements(safe, state), loss: costOfEdits(minimal, costs) + cut };
}

const countIn = (draft: Draft, state: Repair): number =>
  pendingIn(draft, analyzeOnBudget(draft.text, state), state).length;

/** Undoes each edit without which the text has no more risks, the costliest first. */
function withoutNeedlessEdits(draft: Draft, costs: CharacterCosts, state: Repair): Draft {
  let minimal = draft;
  const left = countIn(draft, state);
  const costOfEdit = (edit: Draft['edits'][number]): number =>
    costOfEdits({ original: draft.original, edits: [edit] }, costs);
  for (const edit of draft.edits.toSorted((a, b) => costOfEdit(b) - costOfEdit(a))) {
    if (state.units <= 0) break;
    const restored = minimal.without(edit);
    // A statement alone must not replace the edits.
    if (restored.edits.length > 0 && restored.edits.every(({ start, end }) => start === end)) continue;
    if (countIn(restored, state) <= left) minimal = restored;
  }
  return withSmallerCuts(minimal, left, state);
}

/** Restores phrases at the ends of cuts that are no risk and can stand alone. */
function withSmallerCuts(draft: Draft, left: number, state: Repair): Draft {
  let minimal = draft;
  for (const edit of draft.edits.filter((one) => one.with === '')) {
    let current = edit;
    for (const less of smallerCuts(state.engine, minimal.original, () => current)) {
      if (state.units <= 0) return minimal;
      const shrunk = minimal.replacing(current, less);
      if (countIn(shrunk, state) <= left) [minimal, current] = [shrunk, less];
    }
  }
  return minimal;
}

/** Cuts every sentence that is still at risk, for when the budget is spent. */
function withoutSentencesAtRisk(text: string, state: Repair): string {
  const { pack } = state.engine;
  let current = text;
  for (let round = 0; round < roundsMax; round++) {
    const analysis = analyzeOnBudget(current, state);
    const targets = targetsIn(analysis, state).filter(({ rule }) => rule.finder.kind !== 'missing');
    if (targets.length === 0) return current;
    const whole = targets.flatMap(
      (target) => editOptionsFor(analysis.scanned, [target], new Set()).at(-1) ?? [],
    );
    const apart = whole
      .toSorted((a, b) => a.start - b.start)
      .filter((one, at, all) => one.start >= Math.max(0, ...all.slice(0, at).map(({ end }) => end)));
    current = draftOf(current, pack.language.connectives, apart).text;
    if (current.trim() === '') return targets.flatMap(({ rule }) => rule.fix.instead)[0] ?? current;
  }
  return current;
}

/** Statements that are added to one text, at most. */
const statementsMax = 8;

/** Adds the required statements that the text lacks, one at a time: adding one may satisfy the rule of another. */
function withMissingStatements(text: string, state: Repair): string {
  const { pack } = state.engine;
  let whole = text;
  for (let count = 0; count < statementsMax; count++) {
    const lacking = targetsIn(analyzeOnBudget(whole, state), state).find(
      ({ rule }) => rule.finder.kind === 'missing' && !whole.includes(statementFor(pack, rule) ?? ''),
    );
    if (!lacking) break;
    whole = withStatement(whole, statementFor(pack, lacking.rule) ?? '', pack.language.connectives);
  }
  return whole;
}
