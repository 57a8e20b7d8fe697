import { fold } from '@redline/matcher';
import type { TranscriptRisk } from './reports.ts';
import type { Spoken } from './timed-text.ts';

const bare = (text: string): string => fold(text).text.replace(/[^\p{L}\p{N}]+/gu, '');

/** Lines of subtitles whose words are not in what was heard: they are shown, though nobody says them. */
export function unheardIn(subtitles: readonly Spoken[], heard: readonly Spoken[]): readonly Spoken[] {
  const words = bare(heard.map(({ text }) => text).join(' '));
  return subtitles.filter(({ text }) => !words.includes(bare(text)));
}

/** A subtitle is shown about when its words are said. */
const nearbySeconds = 3;

/** Risks of such lines that were not heard there in other words. */
export function addedRisks(
  risks: readonly TranscriptRisk[],
  heard: readonly TranscriptRisk[],
): readonly TranscriptRisk[] {
  const isSame = (a: TranscriptRisk, b: TranscriptRisk) =>
    JSON.stringify(a.category) === JSON.stringify(b.category) &&
    a.startSeconds <= b.endSeconds + nearbySeconds &&
    b.startSeconds <= a.endSeconds + nearbySeconds;
  return risks.filter((risk) => !heard.some((other) => isSame(risk, other)));
}
