import type { Standing } from '../assemble.ts';
import { type Reading, runAll } from '../match/run-list.ts';
import type { Fix } from '../rules/pack.ts';
import type { Span } from '../spans.ts';
import { breaks } from '../text/sentences.ts';
import { factsIn } from './facts.ts';
import { piecesAround, type Words } from './pieces.ts';
import { spanOfPiece, wordsOf } from './ranges.ts';
import type { Edit } from './seams.ts';
import { fits, inFormOf } from './wording-forms.ts';

/** A change that may put a place right. */
export interface Candidate extends Edit {
  /** What is said instead, before it was brought into form. */
  readonly said: string;
  /** How many numbers and links it takes along that are not at risk themselves. */
  readonly facts: number;
}

/**
 * The changes that may put a place right: other words for it, then what can be left out, from the words that were hit
 * to the whole sentence, which is the last.
 * @param said what was said instead elsewhere; the same is not said twice
 * @param finely whether phrases are tried, too, where the reviewer accuses the text as a whole
 */
export function candidatesFor(
  reading: Reading,
  place: readonly Standing[],
  said: ReadonlySet<string>,
  finely = false,
): Candidate[] {
  const around = hull(place.map((one) => one.span));
  const fixes = [...new Set(place.map(({ rule }) => rule.fix))];
  const swaps = fixes.flatMap((fix) => swapsIn(reading, fix, place, said));
  const cores = [...place.map((one) => one.core), hull(place.map((one) => one.core))];
  const cuts = cores.flatMap((core) => cutsOf(reading, core, fixes, said));
  const signs = place.filter(({ rule }) => rule.finder.kind === 'regex');
  const others = place.some(({ source }) => source === 'model') ? phrasesOf(reading, around, finely) : [];
  const all = [
    ...swaps,
    ...signs.map(({ core }) => ({ ...core, with: '', said: '', facts: 0 })),
    ...others,
    ...cuts.toSorted((a, b) => a.end - a.start - (b.end - b.start)),
  ];
  return [...new Map(all.map((one) => [`${one.start} ${one.end} ${one.with}`, one])).values()];
}

const hull = (spans: readonly Span[]): Span => ({
  start: Math.min(...spans.map(({ start }) => start)),
  end: Math.max(...spans.map(({ end }) => end)),
});

function swapsIn(
  reading: Reading,
  fix: Fix,
  place: readonly Standing[],
  said: ReadonlySet<string>,
): Candidate[] {
  const { structure } = reading;
  // The reviewer reads a text as a whole: what is said elsewhere may be what it hears.
  const isHeard = place.some(({ source }) => source === 'model');
  const around = isHeard ? { start: 0, end: structure.text.length } : hull(place.map(({ span }) => span));
  const cores = place.map(({ core }) => wordsOf(structure, core));
  return fix.swaps.flatMap(({ patterns, with: choices, whole, heard }) => {
    const choice = choices.find((one) => !said.has(one));
    if (choice === undefined || (heard && !isHeard)) return [];
    return runAll(reading, patterns).flatMap((match) => {
      const words = whole
        ? cores.filter(({ first, last }) => first === match.first && last > match.last)
        : [match];
      return words
        .map((one) => ({ first: one.first, span: spanOfPiece(structure, one) }))
        .filter(({ span }) => span.start < around.end && around.start < span.end)
        .filter(({ first }) => fits(structure, first, choice))
        .map(({ first, span }) => ({
          ...span,
          with: inFormOf(structure, first, choice),
          said: choice,
          facts: 0,
        }));
    });
  });
}

/** What can be left out around words that were hit. */
function cutsOf(
  { structure }: Reading,
  core: Span,
  fixes: readonly Fix[],
  said: ReadonlySet<string>,
): Candidate[] {
  const { text } = structure;
  const words = wordsOf(structure, core);
  const pieces = piecesAround(structure, words);
  if (fixes.some(({ cut }) => cut === 'words')) pieces.unshift(words);
  const instead = fixes.flatMap((fix) => fix.instead).find((one) => !said.has(one)) ?? '';
  const isAll = ({ start, end }: Span): boolean => (text.slice(0, start) + text.slice(end)).trim() === '';
  return pieces.map((piece) => {
    const span = spanOfPiece(structure, piece);
    const facts = factsIn(text.slice(span.start, core.start) + text.slice(core.end, span.end)).length;
    const with_ = isAll(span) ? instead : '';
    return { ...span, with: with_, said: with_, facts };
  });
}

/** The reviewer accuses a text by its loudest sentence; what makes it loud may stand elsewhere. */
const phrasesMax = 40;

function phrasesOf({ structure }: Reading, { start, end }: Span, finely: boolean): Candidate[] {
  const phrases: Words[] = [];
  for (const { first, last } of structure.sentences) {
    phrases.push({ first, last });
    for (let from = first; finely && from < last; ) {
      let to = from + 1;
      while (to < last && (structure.breakBefore[to] ?? 0) < breaks.comma) to++;
      const [piece] = piecesAround(structure, { first: from, last: to });
      if (piece) phrases.push(piece);
      from = to;
    }
  }
  return phrases
    .map((phrase) => spanOfPiece(structure, phrase))
    .filter((one) => one.end <= start || one.start >= end)
    .slice(0, phrasesMax)
    .map((one) => ({
      ...{ ...one, with: '', said: '' },
      facts: factsIn(structure.text.slice(one.start, one.end)).length,
    }));
}
