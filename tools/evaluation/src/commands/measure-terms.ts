import { readFileSync } from 'node:fs';
import { formatShare, shareWhere } from '@redline/training/share';
import { askEngines, type Verdicts } from '../asking/ask-checkout.ts';
import { pairedOf } from '../cases/paired.ts';
import { placeOfRealText } from '../real-text/place-of-real-text.ts';
import { type CarriedTerm, carriersOf, carryTerms, readTerms } from '../terms/carried-terms.ts';

/** How a list of terms is measured. */
export interface TermOptions {
  readonly base?: string;
  /** Lists the terms that were found in no carrier. */
  readonly missed?: true;
}

/**
 * Measures how many terms of a list are found in neutral sentences: in each, in all carriers of a term, in any.
 * @param file terms, one a line
 * @returns lines for a terminal
 */
export async function measureTerms(site: string, file: string, options: TermOptions): Promise<string[]> {
  const terms = readTerms(readFileSync(file, 'utf8'));
  const carriers = carriersOf(site);
  const carried = carryTerms(terms, carriers);
  const plain = carryTerms([carriers.plain], carriers).map((one) => ({ ...one, id: `plain-${one.id}` }));
  const questions = [...carried, ...plain].map(({ id, text }) => ({
    id,
    site,
    text,
    selection: placeOfRealText(site),
  }));
  const { current, base } = await askEngines(questions, options.base);
  const flaggedPlain = plain.filter(({ id }) => (current.get(id)?.violations.length ?? 0) > 0);
  const paired = base && pairedOf(carried.map((one) => [isFound(one, current), isFound(one, base)]));
  return [
    `${site}: ${terms.length} terms in ${carriers.carriers.length} carriers`,
    ...shareLines(carried, current),
    ...(base ? ['the base:', ...shareLines(carried, base)] : []),
    ...(paired
      ? [`beside the base ${paired.wins} won, ${paired.losses} lost, p = ${paired.p.toFixed(4)}`]
      : []),
    ...flaggedPlain.map(({ text }) => `a carrier is flagged by itself: ${text}`),
    ...(options.missed ? missedIn(carried, current).map((term) => `  missed: ${term}`) : []),
  ];
}

const isFound = ({ id, start, end }: CarriedTerm, verdicts: Verdicts): boolean =>
  verdicts.get(id)?.violations.some((found) => found.start < end && start < found.end) ?? false;

function shareLines(carried: readonly CarriedTerm[], verdicts: Verdicts): string[] {
  const byTerm = [...Map.groupBy(carried, ({ term }) => term).values()];
  return [
    `sentences whose term is found ${formatShare(shareWhere(carried, (one) => isFound(one, verdicts)))}`,
    `terms found in any carrier    ${formatShare(shareWhere(byTerm, (some) => some.some((one) => isFound(one, verdicts))))}`,
    `terms found in every carrier  ${formatShare(shareWhere(byTerm, (some) => some.every((one) => isFound(one, verdicts))))}`,
  ];
}

const missedIn = (carried: readonly CarriedTerm[], verdicts: Verdicts): string[] =>
  [...Map.groupBy(carried, ({ term }) => term)].flatMap(([term, some]) =>
    some.some((one) => isFound(one, verdicts)) ? [] : [term],
  );
