import type { TextStructure } from '../document/structure.ts';
import type { Candidate } from '../judge/candidate.ts';
import type { Span } from '../judge/spans.ts';
import type { ScannedText } from '../patterns/scanned-text.ts';
import { cutClauses } from './cut-clauses.ts';
import { cutOut } from './cut-out.ts';
import { apart, type Edit } from './edit.ts';
import type { Strategy } from './rewrite-request.ts';
import { lineAround, type SentenceSpan, sentenceSpans } from './sentence-spans.ts';
import { isSymbol, swapFor, symbolCut, wordsCut } from './word-edits.ts';

/** How risks are edited. */
export interface EditPlan {
  readonly strategy: Strategy;
  /** Words that the text got already. */
  readonly used: Set<string>;
  /** Whether clauses may go alone; else their sentences go. */
  readonly byClause: boolean;
}

/**
 * Lists the edits that take risks out of a text, in order and apart: what the fix of the rule says, else the cut of clauses
 * where that surely leaves a sentence, else the cut of the sentence.
 */
export function editsFor(scanned: ScannedText, risks: readonly Candidate[], plan: EditPlan): Edit[] {
  const { structure } = scanned;
  const { text } = structure;
  const sentences = sentenceSpans(structure);
  const words: Edit[] = [];
  const spans: Span[] = [];
  const cores: Span[] = [];
  const titleCut = (risk: Candidate): Edit | null => {
    const sentence = sentences.find(({ end }) => risk.core.start < end);
    const isCut = plan.byClause && risk.rule.fix.cut === 'words' && sentence && isTitle(text, sentence);
    return isCut ? wordsCut(text, risk, sentence, structure.language.connectives) : null;
  };
  for (const risk of innermost(risks)) {
    const own = isSymbol(text, risk)
      ? symbolCut(text, risk)
      : (swapFor(scanned, risk, plan.used) ?? titleCut(risk));
    if (own) words.push(own);
    else {
      spans.push(placeOf(risk));
      cores.push(risk.core);
    }
  }
  const gone: boolean[] = sentences.map(() => false);
  const clauses = sentences.flatMap((sentence, at) => {
    const within = spans.filter(({ start, end }) => start < sentence.end && sentence.start < end);
    if (within.length === 0) return [];
    const atRisk = {
      ...sentence,
      isTitle: isTitle(text, sentence),
      risks: within,
      cores: cores.filter(({ start, end }) => start < sentence.end && sentence.start < end),
    };
    const cuts = plan.byClause ? cutClauses(text, atRisk, structure.language.connectives) : null;
    gone[at] = cuts === null;
    return cuts ?? [];
  });
  if (plan.strategy === 'rewrite') markUnanswered(text, sentences, gone);
  const whole = runsOnLines(text, sentences, gone).map((span) => cutOut(text, span));
  const openings = plan.strategy === 'rewrite' ? orphanedOpenings(structure, sentences, gone) : [];
  return apart([...whole, ...clauses, ...openings, ...words]);
}

/** Leaves out risks that hold another of their topic: without that one they may be none. */
function innermost(risks: readonly Candidate[]): readonly Candidate[] {
  const holds = (outer: Candidate, inner: Candidate): boolean => {
    const [a, b] = [placeOf(outer), placeOf(inner)];
    return a.start <= b.start && b.end <= a.end && b.end - b.start < a.end - a.start;
  };
  return risks.filter(
    (one) => !risks.some((other) => other.rule.topic === one.rule.topic && holds(one, other)),
  );
}

/** Returns the place that must go. The reader reports a whole sentence; its words of most weight are the risk. */
const placeOf = ({ span, core, source }: Candidate): Span =>
  source === 'model' ? core : { start: Math.min(span.start, core.start), end: Math.max(span.end, core.end) };

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

/** Marks questions whose answer goes with the rest of their line: `Not happy? …` */
function markUnanswered(text: string, sentences: readonly SentenceSpan[], gone: boolean[]): void {
  for (let at = sentences.length - 1; at > 0; at--) {
    const [question, answer, next] = [sentences[at - 1], sentences[at], sentences[at + 1]];
    if (!gone[at] || !question || !answer || text.slice(question.end, answer.start).includes('\n')) continue;
    const isLast = !next || gone[at + 1] === true || text.slice(answer.end, next.start).includes('\n');
    if (isLast && /[?？]$/u.test(text.slice(question.start, question.end))) gone[at - 1] = true;
  }
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
