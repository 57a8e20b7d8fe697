import { consideredMax } from '@redline/contracts';
import { riskLevelOf } from '../evaluate/assemble.ts';
import type { Finding, LetPass } from '../evaluate/evaluation.ts';
import type { Judgment } from '../evaluate/judgment.ts';
import type { Span } from '../judge/spans.ts';
import type { Localized } from '../pack/pack.ts';
import type { Brief } from './brief.ts';

/** What a second reader claims. It may be wrong in all of it. */
export interface SecondReading {
  readonly found: readonly { readonly topic: string; readonly quote: string }[];
  /** Findings that it would drop, by their place in the judgment. */
  readonly dismissed: readonly number[];
}

/** More says nothing new. */
const foundMax = 20;
const quoteLengthMin = 2;
const quoteLengthMax = 400;

/**
 * A judgment with what a second reader adds and drops. Added is what it quotes from the text, under a topic of the pack
 * that did not speak there; a quote that the text does not hold makes a semantic label, which is the topic's name and
 * never a word of the reader's. Dropped is what the brief lets go; nothing else changes.
 * @param reviewer the reader's name, for the record
 */
export function withSecondReading(
  text: string,
  judgment: Judgment,
  brief: Brief,
  { found, dismissed }: SecondReading,
  reviewer: string,
): Judgment {
  const drops = new Set(dismissed.filter((at) => brief.drops[at]));
  const kept = judgment.findings.filter((_, at) => !drops.has(at));
  const dropped = brief.drops.filter((drop, at): drop is LetPass => drop !== null && drops.has(at));
  const { added, labels } = placed(text, brief, found.slice(0, foundMax), judgment.findings);
  const findings = [...kept, ...added].sort((a, b) => a.start - b.start || b.end - a.end);
  const semanticLabels = [...judgment.semanticLabels, ...labels];
  const count = (kind: string): number => findings.filter((finding) => finding.kind === kind).length;
  return {
    ...judgment,
    riskLevel: riskLevelOf(findings, brief),
    findings,
    considered: [...judgment.considered, ...dropped].slice(0, consideredMax),
    semanticLabels,
    summary: {
      ...judgment.summary,
      violation: count('violation'),
      sceneHint: count('scene-hint'),
      semantic: semanticLabels.length,
    },
    reviewer,
  };
}

function placed(
  text: string,
  { learnedRules }: Brief,
  found: SecondReading['found'],
  known: readonly Finding[],
): { readonly added: readonly Finding[]; readonly labels: readonly Localized[] } {
  const added: Finding[] = [];
  const labels = new Map<string, Localized>();
  for (const { topic, quote } of found) {
    const speaker = learnedRules.find((one) => one.topic === topic);
    if (!speaker) continue;
    const place = placeOf(text, quote);
    const isTold = ({ topic: of, start, end }: Finding) =>
      of === topic && (!place || (start < place.end && place.start < end));
    if ([...known, ...added].some(isTold)) continue;
    if (place) added.push({ ...speaker, ...place, matchedText: text.slice(place.start, place.end) });
    else labels.set(topic, speaker.wording.category);
  }
  return { added, labels: [...labels.values()] };
}

/** Where a quote stands: letter by letter, or but for case and blanks. Null for what is no quote. */
function placeOf(text: string, quote: string): Span | null {
  const wanted = quote.trim();
  if (wanted.length < quoteLengthMin || wanted.length > quoteLengthMax) return null;
  const at = text.indexOf(wanted);
  if (at >= 0) return { start: at, end: at + wanted.length };
  const loose = wanted.split(/\s+/).map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  const match = new RegExp(loose.join('\\s+'), 'iu').exec(text);
  return match && { start: match.index, end: match.index + match[0].length };
}
