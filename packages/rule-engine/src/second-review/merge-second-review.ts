import { consideredMax } from '@redline/contracts';
import { wholeCharacters } from '@redline/matcher';
import { countsOf, riskLevelOf } from '../evaluate/assemble.ts';
import type { Evaluation, Finding } from '../evaluate/evaluation.ts';
import type { Considered } from '../judge/candidate.ts';
import type { Span } from '../judge/spans.ts';
import type { Localized } from '../pack/pack.ts';
import type { Brief } from './brief.ts';

/** The claims of a second reviewer. All of them may be wrong. */
export interface SecondReview {
  readonly found: readonly { readonly topic: string; readonly quote: string }[];
  /** Indexes of the findings that it would drop. */
  readonly dismissed: readonly number[];
}

/** More findings of one text tell its author nothing new. */
const foundMax = 20;
const quoteLengthMin = 2;
const quoteLengthMax = 400;

/**
 * Merges a second review into an evaluation. Added is what it quotes from the text, under a topic of the brief that has
 * no finding there; a quote that the text does not hold becomes a semantic label, which is the topic's name and never a
 * word of the reviewer's. Dropped is what the brief lets go; nothing else changes.
 * @param reviewer the reviewer's name, for the record
 */
export function mergeSecondReview(
  text: string,
  evaluation: Evaluation,
  brief: Brief,
  { found, dismissed }: SecondReview,
  reviewer: string,
): Evaluation {
  const drops = new Set(dismissed.filter((at) => brief.drops[at]));
  const kept = evaluation.findings.filter((_, at) => !drops.has(at));
  const dropped = brief.drops.filter((drop, at): drop is Considered => drop !== null && drops.has(at));
  const { added, labels } = placed(text, brief, found.slice(0, foundMax), evaluation.findings);
  const findings = [...kept, ...added].sort((a, b) => a.start - b.start || b.end - a.end);
  const semanticLabels = [...evaluation.semanticLabels, ...labels];
  return {
    ...evaluation,
    riskLevel: riskLevelOf(findings, brief),
    findings,
    considered: [...evaluation.considered, ...dropped].slice(0, consideredMax),
    semanticLabels,
    summary: { ...evaluation.summary, ...countsOf(findings), semantic: semanticLabels.length },
    reviewer,
  };
}

function placed(
  text: string,
  { topics }: Brief,
  found: SecondReview['found'],
  known: readonly Finding[],
): { readonly added: readonly Finding[]; readonly labels: readonly Localized[] } {
  const added: Finding[] = [];
  const labels = new Map<string, Localized>();
  for (const { topic, quote } of found) {
    const reportable = topics.find(({ finding }) => finding.topic === topic);
    if (!reportable) continue;
    const quoted = placeOf(text, quote);
    const place = quoted && wholeCharacters(text, quoted);
    const isReported = ({ topic: of, start, end }: Finding) =>
      of === topic && (!place || (start < place.end && place.start < end));
    if ([...known, ...added].some(isReported)) continue;
    if (place)
      added.push({ ...reportable.finding, ...place, matchedText: text.slice(place.start, place.end) });
    else labels.set(topic, reportable.category);
  }
  return { added, labels: [...labels.values()] };
}

/** Locates a quote in the text: letter by letter, else ignoring case and blanks. Null for what is no quote. */
function placeOf(text: string, quote: string): Span | null {
  const wanted = quote.trim();
  if (wanted.length < quoteLengthMin || wanted.length > quoteLengthMax) return null;
  const at = text.indexOf(wanted);
  if (at >= 0) return { start: at, end: at + wanted.length };
  const loose = wanted.split(/\s+/).map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  const match = new RegExp(loose.join('\\s+'), 'iu').exec(text);
  return match && { start: match.index, end: match.index + match[0].length };
}
