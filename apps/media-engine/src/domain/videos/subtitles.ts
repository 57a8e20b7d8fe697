import type { TimedText } from './timed-text.ts';

const cuesMax = 10_000;
const time = '(\\d{1,3}):(\\d\\d):(\\d\\d)[,.](\\d{3})';
const cue = new RegExp(`^${time} --> ${time}.*\\n((?:(?!\\n).*\\n?)*?)(?:\\n|$(?![\\s\\S]))`, 'gm');

/**
 * Parses subtitles in SubRip's format, without markup.
 * @param srt as ffmpeg writes it
 * @returns at most 10,000 lines, in order; a line that is repeated at once is returned once
 */
export function readSubtitles(srt: string): readonly TimedText[] {
  const lines: TimedText[] = [];
  for (const match of srt.replaceAll('\r\n', '\n').matchAll(cue)) {
    const [startSeconds, endSeconds] = [secondsOf(match.slice(1, 5)), secondsOf(match.slice(5, 9))];
    const text = plain(match[9] ?? '');
    const before = lines.at(-1);
    if (text === '' || endSeconds < startSeconds || before?.text === text) continue;
    lines.push({ startSeconds, endSeconds, text });
    if (lines.length >= cuesMax) break;
  }
  return lines;
}

function secondsOf([hours, minutes, seconds, thousandths]: readonly string[]): number {
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) + Number(thousandths) / 1_000;
}

const plain = (text: string): string =>
  text
    .replace(/<[^>]*>|\{\\[^}]*\}/g, '')
    .replace(/\s+/g, ' ')
    .trim();
