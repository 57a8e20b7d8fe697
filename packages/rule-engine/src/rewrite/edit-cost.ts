import type { Span } from '../judge/spans.ts';
import type { Edit } from './apply-edit.ts';
import type { Draft } from './draft.ts';
import { placesOfFacts } from './facts.ts';

/** What each character of a text costs to take: 1 where it is lawful, nothing where it is the risk itself. */
export type CharacterCosts = Float32Array;

/** Words that were matched cost nothing; what they are shown with is likely part of the claim, but may be lawful. */
const costs = { core: 0, wideCore: 0.3, shown: 0.4, learnedCore: 0.3, heard: 0.9 } as const;

/** A place at risk: the words that were matched, what they are shown with, and whether only the reviewer heard them. */
export interface RiskPlace {
  readonly core: Span;
  readonly span: Span;
  readonly isLearned: boolean;
  /** The words that were matched meet across others that may be lawful. */
  readonly isWide: boolean;
}

export const initialCosts = (text: string): CharacterCosts => new Float32Array(text.length).fill(1);

/** CharacterCosts once more places are known to be at risk. */
export function withRiskPlaces(known: CharacterCosts, places: readonly RiskPlace[]): CharacterCosts {
  const next = known.slice();
  const lower = ({ start, end }: Span, price: number): void => {
    for (let at = start; at < end; at++) next[at] = Math.min(next[at] ?? 1, price);
  };
  for (const { core, span, isLearned, isWide } of places) {
    lower(span, isLearned ? costs.heard : costs.shown);
    lower(core, isLearned ? costs.learnedCore : isWide ? costs.wideCore : costs.core);
  }
  return next;
}

/** What a change costs besides its characters, and a lawful number or link that it takes along. */
const editCost = { cut: 5, said: 3 } as const;
/** Each swap after the first: said often, words that claim nothing read like it. */
const repeatCost = 3;
const factCost = 40;
/** And a statement that it adds. */
const statementCost = 6;
/** And what is left of a phrase when its end goes: it may say nothing. */
const truncatedPhraseCost = 5;

/** What the changes of a draft took from its original beside what was at risk. */
export function costOfEdits(
  { original, edits }: Pick<Draft, 'original' | 'edits'>,
  known: CharacterCosts,
): number {
  const swaps = edits.filter(({ start, end, with: said }) => said !== '' && start < end).length;
  const repeats = Math.max(0, swaps - 1) * repeatCost;
  return edits.reduce((sum, edit) => {
    const { start, end } = edit;
    const taken = start === end ? statementCost : costOfCharacters(original, { start, end }, known);
    return (
      sum +
      (edit.with === '' ? editCost.cut : editCost.said) +
      taken +
      (truncatesPhrase(original, edit) ? truncatedPhraseCost : 0)
    );
  }, repeats);
}

/** Whether a cut leaves the beginning of a phrase of a language without spaces, and not its end. */
function truncatesPhrase(text: string, { start, end, with: said }: Edit): boolean {
  const before = text.slice(Math.max(0, start - 2), start);
  return said === '' && /\p{Script=Han}$/u.test(before) && !text.slice(start, end).endsWith('的');
}

function costOfCharacters(text: string, { start, end }: Span, known: CharacterCosts): number {
  let sum = 0;
  for (let at = start; at < end; at++) if (/\S/.test(text[at] ?? '')) sum += known[at] ?? 1;
  for (const fact of placesOfFacts(text.slice(start, end))) {
    const worth = known
      .slice(start + fact.start, start + fact.end)
      .reduce((most, one) => Math.max(most, one), 0);
    sum += worth * factCost;
  }
  return sum;
}
