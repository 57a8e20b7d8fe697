import { structureOf } from '@redline/rule-engine/document';
import { type Engine, evaluate, type Finding } from '@redline/rule-engine/evaluate';
import { occurrencesOf } from '@redline/rule-engine/patterns';
import { type Share, shareOf } from '@redline/training/share';
import type { Disguise } from './disguise.ts';
import type { PublishedText } from './labelled-set.ts';

/** How many texts that are flagged as they stand are still flagged in one disguise. */
export interface DisguiseMeasure {
  readonly name: string;
  /** Texts still flagged, of all that can be disguised so. */
  readonly found: Share;
  /** Count of those with a finding that names the fold. */
  readonly named: Share;
}

/** How many lawful texts are flagged, and by which folds. */
export interface LawfulMeasure {
  readonly items: number;
  readonly flagged: number;
  /** By fold, texts all of whose findings depend on it. */
  readonly flaggedByFold: ReadonlyMap<string, number>;
}

const violationsIn = (engine: Engine, { text, selection }: PublishedText): Finding[] =>
  evaluate(text, engine, selection).findings.filter(({ kind }) => kind === 'violation');

/**
 * Measures each disguise by itself: disguises the terms of every violation that rules find in plain words, and evaluates
 * the text again. A disguise that fits no term is left out.
 */
export function measureDisguises(
  engine: Engine,
  texts: readonly PublishedText[],
  disguises: readonly Disguise[],
): DisguiseMeasure[] {
  const flagged = texts
    .map((published) => ({ published, violations: violationsIn(engine, published) }))
    .filter(
      ({ violations }) =>
        violations.length > 0 &&
        violations.every(({ source, folds }) => source === 'rule' && folds.length === 0),
    );
  return disguises.flatMap((disguise) => {
    const disguised = flagged.flatMap(({ published, violations }) => {
      const text = disguiseTerms(engine, published.text, violations, disguise);
      return text === null ? [] : [violationsIn(engine, { ...published, text })];
    });
    if (disguised.length === 0) return [];
    const found = disguised.filter((violations) => violations.length > 0);
    const { fold } = disguise;
    const named = found.filter(
      (violations) => fold === null || violations.some(({ folds }) => folds.includes(fold)),
    );
    return {
      name: disguise.name,
      found: shareOf(found.length, disguised.length),
      named: shareOf(named.length, found.length),
    };
  });
}

/** Returns the text with the terms in its violations disguised; null where none can be. */
function disguiseTerms(
  engine: Engine,
  text: string,
  violations: readonly Finding[],
  disguise: Disguise,
): string | null {
  let changed = '';
  let end = 0;
  for (const term of termsIn(engine, text, violations)) {
    const isBesideDisguised = end > 0 && text.slice(end, term.start).trim() === '';
    if (disguise.runsTogether && isBesideDisguised) continue;
    const word = disguise.apply(text.slice(term.start, term.end).toLowerCase());
    if (word === null) continue;
    changed += text.slice(end, term.start) + word;
    end = term.end;
  }
  return end === 0 ? null : changed + text.slice(end);
}

/** Returns the longest terms of the pack within the violations, none overlapping another, in text order. */
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

/** Counts lawful texts that are flagged, and those that would not be without a fold. */
export function measureLawful(engine: Engine, texts: readonly PublishedText[]): LawfulMeasure {
  const flaggedByFold = new Map<string, number>();
  let flagged = 0;
  for (const text of texts) {
    const violations = violationsIn(engine, text);
    if (violations.length > 0) flagged++;
    const folds = new Set(violations.flatMap((one) => one.folds));
    for (const fold of folds) {
      if (violations.every((one) => one.folds.includes(fold)))
        flaggedByFold.set(fold, (flaggedByFold.get(fold) ?? 0) + 1);
    }
  }
  return { items: texts.length, flagged, flaggedByFold };
}
