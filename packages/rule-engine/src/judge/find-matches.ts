import type { Finder, Rule } from '../pack/pack.ts';
import { isDisguised } from '../patterns/disguise.ts';
import type { Occurrence } from '../patterns/occurrence.ts';
import { mayMatch } from '../patterns/prefilter.ts';
import { runAll, type ScannedText } from '../patterns/scanned-text.ts';

/** A place where a rule fires, before anything was judged. */
export interface Match extends Occurrence {
  /** UTF-16 offsets of a symbol match, which may begin and end inside or between words; null for matches of words. */
  readonly offsets: { readonly start: number; readonly end: number } | null;
  /** The set of a `near` rule that makes the claim, where it is not the whole match: what denies it denies the match. */
  readonly claim?: Occurrence;
  /** Whether its words stand in several sentences. */
  readonly isAcross?: boolean;
}

/** Matches that one rule may have in one text; more tell its author nothing new. */
const matchesMax = 40;

/** Finds where a rule fires. */
export function findMatches(scanned: ScannedText, rule: Rule): readonly Match[] {
  const written = matchesOf(scanned, rule.finder);
  const all = rule.disguised ? written.filter(({ folds }) => isDisguised(folds)) : written;
  if (all.length === 0) return noMatches;
  const found = all.slice(0, matchesMax);
  return rule.where === 'title' ? found.filter((match) => isInTitle(scanned, match)) : found;
}

/** A paragraph: more than one sentence, the last of them closed. `12 oz. Jar` closes none. */
const prose = /[\p{L}\p{N})"”][.!?] ["“]?[\p{Lu}\p{N}$€£].*[.!?]\s*$/u;

/** A title is the first line of a text, unless that is a paragraph. */
function isInTitle(scanned: ScannedText, match: Match): boolean {
  const { text, tokens } = scanned.structure;
  const [line = ''] = text.split(/[\r\n]/, 1);
  const start = match.offsets?.start ?? tokens[match.first]?.start ?? 0;
  return start < line.length && !prose.test(line);
}

const noMatches: readonly Match[] = [];

function matchesOf(scanned: ScannedText, finder: Finder): readonly Match[] {
  if (finder.kind === 'regex') return regexMatches(scanned, finder);
  if (finder.kind === 'near') return nearMatches(scanned, finder);
  if (finder.kind === 'implied' || finder.kind === 'learned' || finder.kind === 'claim') return noMatches;
  if (finder.kind === 'missing') return missingMatches(scanned, finder);
  return matchesAt(runAll(scanned, finder.patterns));
}

function matchesAt(occurrences: readonly Occurrence[]): readonly Match[] {
  // Most rules find nothing in most texts.
  if (occurrences.length === 0) return noMatches;
  return occurrences.map(({ first, last, folds }) => ({ first, last, folds, offsets: null }));
}

/** The words that make a statement necessary, where the text makes none. */
function missingMatches(
  scanned: ScannedText,
  finder: Extract<Finder, { kind: 'missing' }>,
): readonly Match[] {
  const wanting = runAll(scanned, finder.when);
  if (wanting.length === 0 || runAll(scanned, finder.requires).length > 0) return noMatches;
  return matchesAt(wanting);
}

function regexMatches(scanned: ScannedText, finder: Extract<Finder, { kind: 'regex' }>): readonly Match[] {
  const { text, tokens } = scanned.structure;
  if (!finder.gate.some((literal) => scanned.lower.includes(literal))) return noMatches;
  const matches: Match[] = [];
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
      matches.push({
        first,
        last: Math.max(first + 1, after < 0 ? tokens.length : after),
        folds: [],
        offsets: { start, end },
      });
      if (matches.length >= matchesMax) return matches;
    }
  }
  return matches;
}

type Near = Extract<Finder, { kind: 'near' }>;

function nearMatches(scanned: ScannedText, finder: Near): readonly Match[] {
  if (!finder.sets.every((set) => mayMatch(scanned, set))) return noMatches;
  const sets: (readonly Occurrence[])[] = [];
  for (const set of finder.sets) {
    const occurrences = runAll(scanned, set);
    if (occurrences.length === 0) return noMatches;
    sets.push(occurrences);
  }
  const matches: Match[] = [];
  for (const anchor of sets[0] ?? []) {
    const members = gather(scanned, finder, anchor, sets);
    if (members)
      matches.push({
        ...reported(scanned, finder, members),
        offsets: null,
        claim: anchor,
        isAcross: isAcross(scanned, members),
      });
    if (matches.length >= matchesMax) break;
  }
  return matches;
}

/** The nearest occurrence of every set around the anchor, or null when one is missing from the window. */
function gather(
  scanned: ScannedText,
  finder: Near,
  anchor: Occurrence,
  sets: readonly (readonly Occurrence[])[],
): Occurrence[] | null {
  const members = [anchor];
  for (let at = 1; at < sets.length; at++) {
    const near = nearestIn(sets[at] ?? [], scanned, finder, anchor, members.at(-1) ?? anchor);
    if (!near) return null;
    members.push(near);
  }
  const without = runAll(scanned, finder.without);
  if (without.length === 0) return members;
  const hull = hullOf(members);
  const barred = without.some((other) => other.first >= hull.first && other.last <= hull.last);
  return barred ? null : members;
}

/** The first of those in the window that are nearest to the anchor; behind the member before it where order matters. */
function nearestIn(
  set: readonly Occurrence[],
  scanned: ScannedText,
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
    if (away >= least || !isWithin(scanned, finder, anchor, other)) continue;
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

function isWithin(scanned: ScannedText, finder: Near, anchor: Occurrence, other: Occurrence): boolean {
  if (finder.window === 'text') return true;
  const { sentenceOf } = scanned.structure;
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

/** Selects the place to report: the chosen set, or all of them together when one sentence holds them, else the anchor. */
function reported(scanned: ScannedText, finder: Near, members: readonly Occurrence[]): Occurrence {
  const anchor = members[0] ?? hullOf(members);
  if (typeof finder.report === 'number') return members[finder.report] ?? anchor;
  return isAcross(scanned, members) ? anchor : hullOf(members);
}

function isAcross({ structure: { sentenceOf } }: ScannedText, members: readonly Occurrence[]): boolean {
  const { first, last } = hullOf(members);
  return sentenceOf[first] !== sentenceOf[last - 1];
}
