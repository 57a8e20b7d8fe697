import type { TextStructure } from '../document/structure.ts';
import type { Candidate } from '../judge/candidate.ts';
import type { Span } from '../judge/spans.ts';
import type { ScannedText } from '../patterns/scanned-text.ts';
import { cutClauses } from './cut-clauses.ts';
import { cutOut } from './cut-out.ts';
import { isFirstOfLine, withDangling } from './dangling-sentences.ts';
import { apart, applyEdits, type Edit } from './edit.ts';
import type { Strategy } from './rewrite-request.ts';
import { lineAround, type SentenceSpan, sentenceSpans } from './sentence-spans.ts';
import { contentLength } from './substance.ts';
import { isSymbol, swapFor, symbolCut, wordsCut } from './word-edits.ts';

/** Settings of one round of edits. */
export interface EditPlan {
  readonly strategy: Strategy;
  /** Words that the text got already. */
  readonly used: Set<string>;
  /** Whether clauses may go alone; else their sentences go. */
  readonly byClause: boolean;
  /** Places that no rule reports and that go all the same, with their sentences. */
  readonly beside?: readonly Span[];
}

/** The share of a text that an offer of what may not be offered has, at least, where the rest speaks of it, too. */
const offerShare = 0.3;

/**
 * Lists the edits that take risks out of a text, in order and apart: what the fix of the rule says, else the cut of clauses
 * where that surely leaves a sentence, else the cut of the sentence. Of an offer of what may not be offered at all the whole
 * text goes, unless it is a small part of it: what is left would offer the same, and say less of it.
 */
export function editsFor(scanned: ScannedText, risks: readonly Candidate[], plan: EditPlan): Edit[] {
  const { structure } = scanned;
  const { text } = structure;
  const sentences = sentenceSpans(structure);
  if (offersMostly(structure, sentences, risks)) return [{ start: 0, end: text.length, with: '' }];
  const tried = new Set(plan.used);
  const words: Edit[] = [];
  const spans: Span[] = [];
  const cores: Span[] = [];
  const titleCut = (risk: Candidate): Edit | null => {
    const sentence = sentences.find(({ end }) => risk.core.start < end);
    const isCut = plan.byClause && risk.rule.fix.cut === 'words' && sentence && isTitle(text, sentence);
    return isCut ? wordsCut(text, risk, sentence, structure.language.connectives) : null;
  };
  for (const risk of risks) {
    const own = isSymbol(text, risk)
      ? symbolCut(text, risk)
      : (swapFor(scanned, risk, tried, plan.used) ?? titleCut(risk));
    if (own) words.push(own);
    else {
      spans.push(placeOf(risk));
      cores.push(risk.core);
    }
  }
  const beside = plan.beside ?? [];
  const gone: boolean[] = sentences.map(({ start, end }) =>
    beside.some((place) => place.start < end && start < place.end),
  );
  const clauses = sentences.flatMap((sentence, at) => {
    const within = spans.filter(({ start, end }) => start < sentence.end && sentence.start < end);
    if (within.length === 0 || gone[at]) return [];
    const atRisk = {
      ...sentence,
      isTitle: isTitle(text, sentence),
      risks: within,
      cores: cores.filter(({ start, end }) => start < sentence.end && sentence.start < end),
    };
    const cuts = plan.byClause ? cutClauses(text, atRisk, structure.language.connectives) : null;
    gone[at] =
      cuts === null || (isFirstOfLine(text, sentences, gone, at) && dangles(structure, sentence, cuts));
    return gone[at] ? [] : (cuts ?? []);
  });
  const all = plan.strategy === 'rewrite' ? withDangling(structure, sentences, gone) : gone;
  const whole = runsOnLines(text, sentences, all).map((span) => cutOut(text, span));
  const openings = plan.strategy === 'rewrite' ? orphanedOpenings(structure, sentences, all) : [];
  return apart([...whole, ...clauses, ...openings, ...words]);
}

/** Tells whether what cuts leave of a sentence begins with a pronoun. */
function dangles({ text, language }: TextStructure, { start, end }: Span, cuts: readonly Edit[]): boolean {
  const within = cuts.map((cut) => ({ ...cut, start: cut.start - start, end: cut.end - start }));
  const left = applyEdits(text.slice(start, end), within);
  return cuts.some((cut) => cut.start <= start) && language.connectives.pronoun.test(left);
}

/** Tells whether a text is for a good part an offer of what may not be offered. */
function offersMostly(
  { text, language }: TextStructure,
  sentences: readonly SentenceSpan[],
  risks: readonly Candidate[],
): boolean {
  const offers = risks.filter(({ rule }) => rule.fix.cut === 'text').map(placeOf);
  if (offers.length === 0) return false;
  const lengthOf = (spans: readonly Span[]): number =>
    spans.reduce(
      (sum, { start, end }) => sum + contentLength(text.slice(start, end), language.connectives),
      0,
    );
  const offering = sentences.filter(({ start, end }) =>
    offers.some((offer) => offer.start < end && start < offer.end),
  );
  return lengthOf(offering) >= offerShare * lengthOf(sentences);
}

/** Returns the place that must go: all that is reported. */
const placeOf = ({ span, core }: Candidate): Span => ({
  start: Math.min(span.start, core.start),
  end: Math.max(span.end, core.end),
});

/** Words of a title that is not written in capitals, at most: a longer line without an end mark is a sentence. */
const titleWordsMax = 14;

/** Tells whether a sentence is a title: without an end mark, and short and alone in its line or written in capitals. */
function isTitle(text: string, { start, end, isOpen }: SentenceSpan): boolean {
  if (!isOpen) return false;
  const line = lineAround(text, start);
  const words = text.slice(start, end).match(/[\p{L}\p{N}]+/gu) ?? [];
  const capitals = words.filter((word) => /^[\p{Lu}\p{N}]/u.test(word));
  const isAlone = !/[.!?](?:\s|$)|[。！？]/u.test(text.slice(line.start, line.end));
  return (isAlone && words.length <= titleWordsMax) || capitals.length * 2 > words.length;
}

/** Joins sentences that go and stand beside each other in a line: they are cut together. */
function runsOnLines(text: string, sentences: readonly SentenceSpan[], gone: readonly boolean[]): Span[] {
  const runs: Span[] = [];
  for (const [at, { start, end }] of sentences.entries()) {
    if (!gone[at]) continue;
    const run = runs.at(-1);
    const isBeside = gone[at - 1] && run && !text.slice(run.end, start).includes('\n');
    if (run && isBeside) runs[runs.length - 1] = { start: run.start, end };
    else runs.push({ start, end });
  }
  return runs;
}

/** Lists the cuts of joining words that open a sentence whose predecessor goes: `But`, `Selain itu`. */
function orphanedOpenings(
  { text, language }: TextStructure,
  sentences: readonly SentenceSpan[],
  gone: readonly boolean[],
): Edit[] {
  return sentences.flatMap(({ start, end }, at) => {
    if (gone[at] || !gone[at - 1]) return [];
    const opening = language.connectives.opening.exec(text.slice(start, end))?.[0].length ?? 0;
    const letter = text.slice(start + opening, start + opening + 1);
    if (opening === 0 || letter === '') return [];
    return [{ start, end: start + opening + 1, with: letter.toUpperCase() }];
  });
}
