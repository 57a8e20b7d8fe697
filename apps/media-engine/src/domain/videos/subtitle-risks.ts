import { fold } from '@redline/matcher';
import type { TranscriptRisk } from './reports.ts';
import type { TimedText } from './timed-text.ts';

const lettersOf = (text: string): string => fold(text).text.replace(/[^\p{L}\p{N}]+/gu, '');

/** Returns the subtitles whose words are not in the transcript: viewers read them, though they are not spoken. */
export function subtitlesNotSpoken(
  subtitles: readonly TimedText[],
  spoken: readonly TimedText[],
): readonly TimedText[] {
  const letters = lettersOf(spoken.map(({ text }) => text).join(' '));
  return subtitles.filter(({ text }) => !letters.includes(lettersOf(text)));
}

/** A subtitle is displayed about when its words are spoken. */
const nearbySeconds = 3;

/** Returns the risks of subtitles that have no risk of the same category in what is spoken at about the same time. */
export function risksOfSubtitlesOnly(
  ofSubtitles: readonly TranscriptRisk[],
  spoken: readonly TranscriptRisk[],
): readonly TranscriptRisk[] {
  const isSame = (a: TranscriptRisk, b: TranscriptRisk) =>
    JSON.stringify(a.category) === JSON.stringify(b.category) &&
    a.startSeconds <= b.endSeconds + nearbySeconds &&
    b.startSeconds <= a.endSeconds + nearbySeconds;
  return ofSubtitles.filter((risk) => !spoken.some((other) => isSame(risk, other)));
}
