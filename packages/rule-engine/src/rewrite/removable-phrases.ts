import { breaks } from '../document/sentences.ts';
import type { TextStructure } from '../document/structure.ts';
import { factsIn } from './facts.ts';
import { isAt, isBoundary } from './phrase-boundaries.ts';
import { isFollowedInTitle, isTitle, titleParts } from './titles.ts';
import type { Words } from './word-ranges.ts';

/** Words that must remain of a sentence. */
const remainingWordsMin = 3;
/** Words that must remain of a title, or of a sentence whose rest has a number or link. */
const remainingTitleWordsMin = 1;

/**
 * Lists the phrases around words that can be removed so that a sentence remains, smallest first, the whole sentence last.
 * It knows punctuation, conjunctions and verb forms, not grammar, so it offers several and lets the caller try.
 */
export function removablePhrasesAround(structure: TextStructure, core: Words): Words[] {
  const first = structure.sentences[structure.sentenceOf[core.first] ?? 0];
  const last = structure.sentences[structure.sentenceOf[core.last - 1] ?? 0];
  if (!first || !last) return [];
  const sentence = { first: first.first, last: last.last };
  const parts = partsOf(structure, core, sentence);
  const kept = parts
    .map((part) => withDependents(structure, part, sentence))
    .filter((part) => isWhole(part, sentence) || standsAlone(structure, part, sentence));
  const distinct = new Map(kept.map((part) => [`${part.first} ${part.last}`, part]));
  return [...distinct.values(), sentence]
    .filter(
      (part, at, all) => all.findIndex((one) => one.first === part.first && one.last === part.last) === at,
    )
    .sort((a, b) => a.last - a.first - (b.last - b.first));
}

function partsOf(structure: TextStructure, core: Words, sentence: Words): Words[] {
  const segments = [breaks.list, breaks.comma, breaks.clause].map((level) =>
    segmentAround(structure, core, sentence, level),
  );
  const [, comma = sentence] = segments;
  return [
    ...bareCore(structure, core),
    ...joinedParts(structure, core, comma),
    ...modifierParts(structure, core, comma),
    ...titleParts(structure, core, sentence),
    ...segments,
  ];
}

/** Characters that must remain of a phrase that loses its end, in writing without spaces. */
const remainingCharactersMin = 4;

/** Returns the words themselves; in writing without spaces only where they end a phrase. */
function bareCore(structure: TextStructure, core: Words): Words[] {
  const { language, tokens } = structure;
  if (language.connectives.spaced) return [core];
  const parted = (at: number): boolean => at >= tokens.length || isBoundary(structure, at, breaks.list);
  let first = core.first;
  while (first > 0 && !parted(first)) first--;
  const left = core.first - first;
  return parted(core.last) && (left === 0 || left >= remainingCharactersMin) ? [core] : [];
}

/** Widens words to the breaks of at least a strength around them. */
function segmentAround(structure: TextStructure, core: Words, within: Words, level: number): Words {
  let { first, last } = core;
  while (first > within.first && !isBoundary(structure, first, level)) first--;
  while (last < within.last && !isBoundary(structure, last, level)) last++;
  return { first, last };
}

/** Lists phrases that a conjunction, preposition or relative opens (`and …`, `in …`, `that …`), and the first of two joined. */
function joinedParts(structure: TextStructure, core: Words, segment: Words): Words[] {
  const { coordinator, opener, relative, spaced } = structure.language.connectives;
  if (!spaced) return [];
  const parts: Words[] = [];
  const endOf = (from: number, expression: RegExp): number => {
    for (let at = from; at < segment.last; at++) if (isAt(structure, at, expression)) return at;
    return segment.last;
  };
  for (let at = core.first; at > segment.first; at--) {
    const joins = isAt(structure, at, coordinator);
    if (!joins && !isAt(structure, at, opener)) continue;
    parts.push({ first: at, last: endOf(core.last, coordinator) });
    if (!joins && !isAt(structure, at, relative)) parts.push({ first: at, last: endOf(core.last, opener) });
    if (joins) break;
  }
  const joint = endOf(core.last, coordinator);
  if (joint === core.last && joint + 1 < segment.last && alike(structure, core.first, joint + 1)) {
    parts.push({ first: core.first, last: joint + 1 });
  }
  return parts;
}

/** Tells whether two words have one form: both end in -ing, -ed or -s, or have one Indonesian prefix. */
function alike({ tokens }: TextStructure, a: number, b: number): boolean {
  const endOf = (at: number): string =>
    /(?:ing|ed|[^s]s|^me|^di|^ber)$/.exec(tokens[at]?.word ?? '')?.[0].slice(-2) ?? '';
  const prefixOf = (at: number): string => /^(?:me|di|ber|ter)/.exec(tokens[at]?.word ?? '')?.[0] ?? '';
  return (endOf(a) !== '' && endOf(a) === endOf(b)) || (prefixOf(a) !== '' && prefixOf(a) === prefixOf(b));
}

const modals = /^(?:能|可|会|可以|能够|有效|专门|用来|帮助|快速|真正|号称|堪称|是|一款|一种|最|超)$/;

/** Returns, in Chinese, a modifier that ends in 的, with the auxiliaries before it. */
function modifierParts(structure: TextStructure, core: Words, segment: Words): Words[] {
  const { modifierEnd } = structure.language.connectives;
  if (!modifierEnd || core.last + 1 >= segment.last || !isAt(structure, core.last, modifierEnd)) return [];
  let { first } = core;
  while (first > segment.first && modals.test(structure.tokens[first - 1]?.word ?? '')) first--;
  return [{ first, last: core.last + 1 }];
}

/** Widens a part by what depends on it: a deadline, a relative clause, a conjunction, a condition. */
function withDependents(structure: TextStructure, part: Words, sentence: Words): Words {
  const { coordinator, relative, condition } = structure.language.connectives;
  let { first, last } = withDeadline(structure, part, sentence);
  while (
    last < sentence.last &&
    isAt(structure, last, relative) &&
    (structure.breakBefore[last] ?? 0) >= breaks.comma
  ) {
    last = segmentAround(structure, { first: last, last: last + 1 }, sentence, breaks.comma).last;
  }
  while (
    first > sentence.first &&
    isAt(structure, first - 1, coordinator) &&
    structure.language.connectives.spaced
  )
    first--;
  if (last === sentence.last && first > sentence.first) {
    const before = segmentAround(structure, { first: first - 1, last: first }, sentence, breaks.comma);
    if (isAt(structure, before.first, condition)) first = before.first;
  }
  return { first, last };
}

/** Widens a part by the deadline of its verb (`in 24 hours`), which means nothing without the verb. */
function withDeadline(structure: TextStructure, { first, last }: Words, sentence: Words): Words {
  const { tokens, text, breakBefore, language } = structure;
  const { deadline, coordinator, opener } = language.connectives;
  if ('before' in deadline) {
    const to = breakBefore[first] === breaks.none ? (tokens[first - 1]?.end ?? 0) : 0;
    const from = Math.max(tokens[sentence.first]?.start ?? 0, to - deadlineMax);
    const found = deadline.before.exec(text.slice(from, to));
    return found ? { first: tokens.findIndex(({ end }) => end > from + found.index), last } : { first, last };
  }
  if (!isAt(structure, last, deadline.behind)) return { first, last };
  const isJoined = (at: number): boolean =>
    (breakBefore[at] ?? 0) < breaks.comma &&
    !isAt(structure, at, coordinator) &&
    !isAt(structure, at, opener);
  let end = last + 1;
  while (end < sentence.last && isJoined(end)) end++;
  return { first, last: end };
}

/** Characters that a deadline before a verb may have. */
const deadlineMax = 14;

const isWhole = (part: Words, sentence: Words): boolean =>
  part.first <= sentence.first && part.last >= sentence.last;

/** Tells whether a sentence without a part of it is still a sentence or a title. */
function standsAlone(structure: TextStructure, part: Words, sentence: Words): boolean {
  const left = sentence.last - sentence.first - (part.last - part.first);
  const isOfTitle = isTitle(structure, sentence);
  if (
    left < (isOfTitle || leavesFact(structure, part, sentence) ? remainingTitleWordsMin : remainingWordsMin)
  )
    return false;
  if (sharesObject(structure, part)) return false;
  const { connectives } = structure.language;
  const isEnd =
    part.last === sentence.last ||
    isBoundary(structure, part.last, connectives.spaced ? breaks.comma : breaks.list) ||
    isModifier(structure, part) ||
    (connectives.spaced &&
      !isBoundary(structure, part.first, breaks.comma) &&
      isAt(structure, part.last, connectives.opener)) ||
    isJoint(structure, part);
  if (!isEnd && !(isOfTitle && isFollowedInTitle(structure, part, sentence))) return false;
  if (part.first === sentence.first)
    return !(connectives.spaced && isAt(structure, part.last, connectives.relative));
  const end = structure.tokens[part.first - 1]?.end ?? 0;
  return !connectives.hanging.test(structure.text.slice(Math.max(0, end - 24), end));
}

/** Tells whether the remaining words are a phrase of their own with a number or link, such as `…, 7 in.`. */
function leavesFact(structure: TextStructure, part: Words, sentence: Words): boolean {
  const { text, tokens } = structure;
  const isFirst = part.first === sentence.first && isBoundary(structure, part.last, breaks.comma);
  const isLast = part.last === sentence.last && isBoundary(structure, part.first, breaks.comma);
  if (!isFirst && !isLast) return false;
  const [first, last] = isFirst ? [part.last, sentence.last] : [sentence.first, part.first];
  return factsIn(text.slice(tokens[first]?.start, tokens[last - 1]?.end)).length > 0;
}

/** Tells whether a part begins with `and` and a verb that shares its object with the verb before: `lifts and firms skin`. */
function sharesObject(structure: TextStructure, { first }: Words): boolean {
  const { tokens, language } = structure;
  const { coordinator, goesOn, spaced } = language.connectives;
  if (!spaced || !isAt(structure, first, coordinator)) return false;
  return goesOn(tokens[first + 1]?.word ?? '', tokens[first - 1]?.word ?? '');
}

/** Tells whether a part ends with a conjunction, so that the other side of it remains. */
const isJoint = (structure: TextStructure, { last }: Words): boolean =>
  structure.language.connectives.spaced &&
  isAt(structure, last - 1, structure.language.connectives.coordinator);

function isModifier(structure: TextStructure, { last }: Words): boolean {
  const { modifierEnd } = structure.language.connectives;
  return modifierEnd !== null && isAt(structure, last - 1, modifierEnd);
}
