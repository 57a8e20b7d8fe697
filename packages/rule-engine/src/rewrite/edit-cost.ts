import type { Span } from '../judge/spans.ts';
import type { Edit } from './apply-edit.ts';
import type { Draft } from './draft.ts';
import { placesOfFacts } from './facts.ts';

/** The cost of removing each UTF-16 unit of a text: 1 where it is lawful, 0 where it is the risk itself. */
export type CharacterCosts = Float32Array;

/** Matched words cost nothing; the rest of the reported span is likely part of the claim, but may be lawful. */
const costs = { core: 0, wideCore: 0.3, span: 0.4, learnedCore: 0.3, learnedSpan: 0.9 } as const;

/** A place at risk: the matched words, the reported span, and whether only the classifier flagged it. */
export interface RiskPlace {
  readonly core: Span;
  readonly span: Span;
  readonly isLearned: boolean;
  /** The matched words enclose others that may be lawful. */
  readonly isWide: boolean;
}

export const initialCosts = (text: string): CharacterCosts => new Float32Array(text.length).fill(1);

/** Returns the costs once more places are known to be at risk. */
export function withRiskPlaces(known: CharacterCosts, places: readonly RiskPlace[]): CharacterCosts {
  const next = known.slice();
  const lower = ({ start, end }: Span, price: number): void => {
    for (let at = start; at < end; at++) next[at] = Math.min(next[at] ?? 1, price);
  };
  for (const { core, span, isLearned, isWide } of places) {
    lower(span, isLearned ? costs.learnedSpan : costs.span);
    lower(core, isLearned ? costs.learnedCore : isWide ? costs.wideCore : costs.core);
  }
  return next;
}

/** The cost of an edit besides its characters, in characters. */
const editCost = { cut: 5, replacement: 3 } as const;
/** The cost of each replacement after the first: many of them make a text read hollow. */
const repeatCost = 3;
/** The cost of a lawful number or link that an edit removes. */
const factCost = 40;
/** The cost of a statement that is added. */
const statementCost = 6;
/** The cost of a phrase that loses its end: the rest may mean nothing. */
const truncatedPhraseCost = 5;

/** Returns what the edits of a draft cost, in characters: lawful text that they remove, and the edits themselves. */
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
      (edit.with === '' ? editCost.cut : editCost.replacement) +
      taken +
      (truncatesPhrase(original, edit) ? truncatedPhraseCost : 0)
    );
  }, repeats);
}

/** Tells whether a cut leaves the beginning of a phrase of a language without spaces, and not its end. */
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
