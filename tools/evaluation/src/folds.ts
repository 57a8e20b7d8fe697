import { structureOf } from '@redline/rule-engine/document';
import type { Finding } from '@redline/rule-engine/evaluate';
import { type Engine, evaluate } from '@redline/rule-engine/evaluate';
import { occurrencesOf } from '@redline/rule-engine/patterns';
import { describeShare, type Share, shareOf } from '@redline/training/wilson';
import type { Disguise } from './disguises.ts';
import type { Copy } from './sets.ts';

/** What one disguise does to copy that is found in its plain form. */
export interface DisguiseMeasure {
  readonly name: string;
  /** Still found, of all that could be disguised so. */
  readonly found: Share;
  /** Of those found, the fold is named on a finding. */
  readonly named: Share;
}

/** What folds do to lawful copy. */
export interface LawfulMeasure {
  readonly items: number;
  readonly flagged: number;
  /** Items that nothing but findings through the fold flags. */
  readonly flaggedByFold: ReadonlyMap<string, number>;
}

const violationsIn = (engine: Engine, { text, selection }: Copy): Finding[] =>
  evaluate(text, engine, selection).findings.filter(({ kind }) => kind === 'violation');

/** Disguises, one way after the other, the words of every violation that stands in plain words, and looks again. */
export function measureDisguises(
  engine: Engine,
  copies: readonly Copy[],
  disguises: readonly Disguise[],
): DisguiseMeasure[] {
  const plain = copies.map((copy) => ({ copy, violations: violationsIn(engine, copy) }));
  const found = plain.filter(
    ({ violations }) =>
      violations.length > 0 &&
      violations.every(({ source, folds }) => source === 'rule' && folds.length === 0),
  );
  return disguises.flatMap((disguise) => {
    const again = found.flatMap(({ copy, violations }) => {
      const text = disguised(engine, copy.text, violations, disguise);
      return text === null ? [] : [violationsIn(engine, { ...copy, text })];
    });
    if (again.length === 0) return [];
    const still = again.filter((violations) => violations.length > 0);
    const { fold } = disguise;
    const named = still.filter((all) => fold === null || all.some(({ folds }) => folds.includes(fold)));
    return {
      name: disguise.name,
      found: shareOf(still.length, again.length),
      named: shareOf(named.length, still.length),
    };
  });
}

/** The text with the terms in its violations disguised; null where none can be. */
function disguised(
  engine: Engine,
  text: string,
  violations: readonly Finding[],
  disguise: Disguise,
): string | null {
  let made = '';
  let at = 0;
  for (const { start, end } of termsIn(engine, text, violations)) {
    const isBeside = at > 0 && text.slice(at, start).trim() === '';
    const other =
      disguise.runsTogether && isBeside ? null : disguise.of(text.slice(start, end).toLowerCase());
    if (other === null) continue;
    made += text.slice(at, start) + other;
    at = end;
  }
  return at === 0 ? null : made + text.slice(at);
}

/** The longest terms of the pack within the violations, apart from each other, in text order. */
function termsIn(
  { pack, scan }: Engine,
  text: string,
  violations: readonly Finding[],
): { start: number; end: number }[] {
  const structure = structureOf(text, pack.language, pack.vocabulary.words);
  const places = occurrencesOf(scan(structure))
    .filter(({ folds }) => folds.length === 0)
    .map(({ first, last }) => ({
      start: structure.tokens[first]?.start ?? 0,
      end: structure.tokens[last - 1]?.end ?? 0,
    }))
    .filter(({ start, end }) => violations.some((one) => one.start <= start && end <= one.end))
    .sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
  const taken: { start: number; end: number }[] = [];
  for (const place of places) {
    if (taken.every(({ start, end }) => place.end <= start || end <= place.start)) taken.push(place);
  }
  return taken.sort((a, b) => a.start - b.start);
}

/** Counts lawful copy that is flagged, and what would not be without a fold. */
export function measureLawful(engine: Engine, copies: readonly Copy[]): LawfulMeasure {
  const flaggedByFold = new Map<string, number>();
  let flagged = 0;
  for (const copy of copies) {
    const violations = violationsIn(engine, copy);
    if (violations.length > 0) flagged++;
    const folds = new Set(violations.flatMap((one) => one.folds));
    for (const fold of folds) {
      if (violations.every((one) => one.folds.includes(fold)))
        flaggedByFold.set(fold, (flaggedByFold.get(fold) ?? 0) + 1);
    }
  }
  return { items: copies.length, flagged, flaggedByFold };
}

/** Both measures as lines to read. */
export function reportOfFolds(disguises: readonly DisguiseMeasure[], lawful: LawfulMeasure): string[] {
  return [
    'found again, and the fold named',
    ...disguises.map(
      ({ name, found, named }) =>
        `  ${name.padEnd(20)} ${describeShare(found).padEnd(34)} ${named.hits}/${named.of}`,
    ),
    `lawful copy flagged: ${lawful.flagged} of ${lawful.items}; by nothing but a fold:`,
    ...(lawful.flaggedByFold.size === 0 ? ['  none'] : []),
    ...[...lawful.flaggedByFold].map(([fold, count]) => `  ${fold.padEnd(20)} ${count}`),
  ];
}
