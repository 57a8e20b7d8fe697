import type { Finder, Rule } from '../pack/pack.ts';
import { isDisguised } from '../patterns/disguise.ts';
import { isLive } from '../patterns/live.ts';
import type { Occurrence } from '../patterns/occurrences.ts';
import { type Reading, runAll } from '../patterns/run-list.ts';

/** A place where a rule fires, before anything was judged. */
export interface Hit extends Occurrence {
  /** UTF-16 offsets of a symbol hit, which may begin and end inside or between words; null for hits of words. */
  readonly offsets: { readonly start: number; readonly end: number } | null;
  /** The set of a `near` rule that makes the claim, where it is not the whole hit: what denies it denies the hit. */
  readonly claim?: Occurrence;
}

/** Hits that one rule may have in one text; more says nothing new. */
const hitsMax = 40;

/** Finds where a rule fires. */
export function findHits(reading: Reading, rule: Rule): readonly Hit[] {
  const written = hitsOf(reading, rule.finder);
  const all = rule.disguised ? written.filter(({ folds }) => isDisguised(folds)) : written;
  if (all.length === 0) return noHits;
  const found = all.slice(0, hitsMax);
  return rule.where === 'title' ? found.filter((hit) => isInTitle(reading, hit)) : found;
}

/** A paragraph: more than one sentence, the last of them closed. `12 oz. Jar` closes none. */
const prose = /[\p{L}\p{N})"”][.!?] ["“]?[\p{Lu}\p{N}$€£].*[.!?]\s*$/u;

/** A title is the first line of a text, unless that is a paragraph. */
function isInTitle(reading: Reading, hit: Hit): boolean {
  const { text, tokens } = reading.structure;
  const [line = ''] = text.split(/[\r\n]/, 1);
  const start = hit.offsets?.start ?? tokens[hit.first]?.start ?? 0;
  return start < line.length && !prose.test(line);
}

const noHits: readonly Hit[] = [];

function hitsOf(reading: Reading, finder: Finder): readonly Hit[] {
  if (finder.kind === 'regex') return regexHits(reading, finder);
  if (finder.kind === 'near') return nearHits(reading, finder);
  if (finder.kind === 'implied' || finder.kind === 'learned') return noHits;
  if (finder.kind === 'missing') return missingHits(reading, finder);
  return hitsAt(runAll(reading, finder.patterns));
}

function hitsAt(occurrences: readonly Occurrence[]): readonly Hit[] {
  // Most rules find nothing in most texts.
  if (occurrences.length === 0) return noHits;
  return occurrences.map(({ first, last, folds }) => ({ first, last, folds, offsets: null }));
}

/** The words that make a statement necessary, where the text makes none. */
function missingHits(reading: Reading, finder: Extract<Finder, { kind: 'missing' }>): readonly Hit[] {
  const wanting = runAll(reading, finder.when);
  if (wanting.length === 0 || runAll(reading, finder.requires).length > 0) return noHits;
  return hitsAt(wanting);
}

function regexHits(reading: Reading, finder: Extract<Finder, { kind: 'regex' }>): readonly Hit[] {
  const { text, tokens } = reading.structure;
  if (!finder.gate.some((literal) => reading.lower.includes(literal))) return noHits;
  const hits: Hit[] = [];
  for (const expression of finder.expressions) {
    for (const match of text.matchAll(expression)) {
      const start = match.index;
      const end = start + match[0].length;
      if (end === start) continue;
      const first = Math.max(
        0,
        tokens.findIndex((token) => token.end > start),
      );
      const after = tokens.findIndex((token) => token.start >= end);
      hits.push({
        first,
        last: Math.max(first + 1, after < 0 ? tokens.length : after),
        folds: [],
        offsets: { start, end },
      });
      if (hits.length >= hitsMax) return hits;
    }
  }
  return hits;
}

type Near = Extract<Finder, { kind: 'near' }>;

function nearHits(reading: Reading, finder: Near): readonly Hit[] {
  if (!finder.sets.every((set) => isLive(reading, set))) return noHits;
  const sets: (readonly Occurrence[])[] = [];
  for (const set of finder.sets) {
    const occurrences = runAll(reading, set);
    if (occurrences.length === 0) return noHits;
    sets.push(occurrences);
  }
  const hits: Hit[] = [];
  for (const anchor of sets[0] ?? []) {
    const members = gather(reading, finder, anchor, sets);
    if (members) hits.push({ ...reported(reading, finder, members), offsets: null, claim: anchor });
    if (hits.length >= hitsMax) break;
  }
  return hits;
}

/** The nearest occurrence of every set around the anchor, or null when one is missing from the window. */
function gather(
  reading: Reading,
  finder: Near,
  anchor: Occurrence,
  sets: readonly (readonly Occurrence[])[],
): Occurrence[] | null {
  const members = [anchor];
  for (let at = 1; at < sets.length; at++) {
    const near = nearestIn(sets[at] ?? [], reading, finder, anchor, members.at(-1) ?? anchor);
    if (!near) return null;
    members.push(near);
  }
  const without = runAll(reading, finder.without);
  if (without.length === 0) return members;
  const hull = hullOf(members);
  const barred = without.some((other) => other.first >= hull.first && other.last <= hull.last);
  return barred ? null : members;
}

/** The first of those in the window that are nearest to the anchor; behind the member before it where order matters. */
function nearestIn(
  set: readonly Occurrence[],
  reading: Reading,
  finder: Near,
  anchor: Occurrence,
  previous: Occurrence,
): Occurrence | null {
  let nearest: Occurrence | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < set.length; at++) {
    const other = set[at] as Occurrence;
    if (overlaps(other, anchor) || (finder.ordered && other.first < previous.last)) continue;
    const away = distance(other, anchor);
    if (away >= least || !isWithin(reading, finder, anchor, other)) continue;
    nearest = other;
    least = away;
  }
  return nearest;
}

function overlaps(a: Occurrence, b: Occurrence): boolean {
  return a.first < b.last && b.first < a.last;
}

function distance(a: Occurrence, b: Occurrence): number {
  return a.first >= b.last ? a.first - b.last : b.first - a.last;
}

function isWithin(reading: Reading, finder: Near, anchor: Occurrence, other: Occurrence): boolean {
  if (finder.window === 'text') return true;
  const { sentenceOf } = reading.structure;
  const sentences = Math.abs((sentenceOf[anchor.first] ?? 0) - (sentenceOf[other.first] ?? 0));
  if ('sentences' in finder.window) return sentences < finder.window.sentences;
  return sentences === 0 && distance(anchor, other) <= finder.window.words;
}

function hullOf(members: readonly Occurrence[]): Occurrence {
  return {
    first: Math.min(...members.map((member) => member.first)),
    last: Math.max(...members.map((member) => member.last)),
    folds: [...new Set(members.flatMap((member) => member.folds))],
  };
}

/** What is shown: the chosen set, or all of them together when one sentence holds them, else the anchor. */
function reported(reading: Reading, finder: Near, members: readonly Occurrence[]): Occurrence {
  const anchor = members[0] ?? hullOf(members);
  if (typeof finder.report === 'number') return members[finder.report] ?? anchor;
  const hull = hullOf(members);
  const { sentenceOf } = reading.structure;
  return sentenceOf[hull.first] === sentenceOf[hull.last - 1] ? hull : anchor;
}
