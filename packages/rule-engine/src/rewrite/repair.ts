import { type Draft, draftOf } from './draft.ts';
import { type CharacterCosts, costOfEdits } from './edit-cost.ts';
import { editOptionsFor } from './edit-options.ts';
import { analyzeOnBudget, pendingIn, type Repair, type RepairOptions, search, targetsIn } from './search.ts';
import { smallerCuts } from './smaller-cuts.ts';
import { statementFor, withStatement } from './statements.ts';

/** UTF-16 units that may be judged for one text: twenty times a text of the longest length, on each way. */
const judgedUnitsMax = 100_000;
/** Of cutting all sentences at risk together. */
const roundsMax = 10;
/** What a way expects the reviewer's accusation to cost: see `search`. */
const ways = [0, 8] as const;
/** A longer text goes one way: with so few analyses at it the other finds nothing better, and takes as long again. */
const bothWaysMax = 1_500;

/**
 * Takes what is at risk out of a text: place by place, so that the least is lost. Then takes back every change that was
 * not needed after all, and adds the statements that are missing. It goes two ways, with and without an eye on what the
 * reviewer will say of the whole, and takes the way that loses less. Pure and bounded: once its budget is spent,
 * sentences are cut without trying.
 * @returns the text; what is at risk in it still shows when it is judged
 */
export function repair(text: string, order: RepairOptions): string {
  const taken = text.length > bothWaysMax ? ways.slice(0, 1) : ways;
  const results = taken.map((classifierCost) => repairWith(text, order, classifierCost));
  const [better = { text, loss: 0 }] = results.toSorted((a, b) => a.loss - b.loss);
  return better.text;
}

/** A repaired text, and what it lost that was not at risk. */
interface Repaired {
  readonly text: string;
  readonly loss: number;
}

function repairWith(text: string, order: RepairOptions, classifierCost: number): Repaired {
  const state: Repair = { ...order, units: judgedUnitsMax, initial: [] };
  const { draft, costs } = search(text, state, classifierCost);
  const lean = withoutNeedlessEdits(draft, costs, state);
  const safe = withoutSentencesAtRisk(lean.text, state);
  const cut = safe === lean.text ? 0 : lean.text.length - safe.length;
  return { text: withMissingStatements(safe, state), loss: costOfEdits(lean, costs) + cut };
}

const countIn = (draft: Draft, state: Repair): number =>
  pendingIn(draft, analyzeOnBudget(draft.text, state), state).length;

/** Takes back what the text is as clean without: what was cut while something else was to blame. */
function withoutNeedlessEdits(draft: Draft, costs: CharacterCosts, state: Repair): Draft {
  let lean = draft;
  const left = countIn(draft, state);
  const costOfEdit = (edit: Draft['edits'][number]): number =>
    costOfEdits({ original: draft.original, edits: [edit] }, costs);
  for (const edit of draft.edits.toSorted((a, b) => costOfEdit(b) - costOfEdit(a))) {
    if (state.units <= 0) break;
    const restored = lean.without(edit);
    // A statement is no reason to leave all else as it was.
    if (restored.edits.length > 0 && restored.edits.every(({ start, end }) => start === end)) continue;
    if (countIn(restored, state) <= left) lean = restored;
  }
  return withSmallerCuts(lean, left, state);
}

/** Gives back what lies at the ends of a cut, was not at risk and can stand without the rest. */
function withSmallerCuts(draft: Draft, left: number, state: Repair): Draft {
  let lean = draft;
  for (const edit of draft.edits.filter((one) => one.with === '')) {
    let current = edit;
    for (const less of smallerCuts(state.engine, lean.original, () => current)) {
      if (state.units <= 0) return lean;
      const shrunk = lean.replacing(current, less);
      if (countIn(shrunk, state) <= left) [lean, current] = [shrunk, less];
    }
  }
  return lean;
}
/** Cuts every sentence that is still at risk: what is left when the budget was spent. */
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

/** Statements that one text may lack. */
const statementsMax = 8;

/** Adds each statement that the text lacks, if that is what it lacked; a topic wants its statements one by one. */
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
