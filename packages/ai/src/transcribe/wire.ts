import { z } from 'zod';
import { ModelError } from '../endpoint/model-error.ts';

/** Response formats: text with times, text as JSON, plain text. Not all servers support the first two. */
export const formats = ['verbose_json', 'json', 'text'] as const;
export type Format = (typeof formats)[number];

export interface SpokenSegment {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly text: string;
}

/** A transcript. */
export interface SpokenText {
  /** Empty if there is no speech. */
  readonly text: string;
  /** In order and within the audio; null if the server returned no times, or impossible ones. */
  readonly segments: readonly SpokenSegment[] | null;
}

/** The maximum length of a transcript: an hour of fast speech in the wordiest language takes a third of it. */
const charactersMax = 200_000;
const segmentsMax = 10_000;
/** The tolerance of times: servers round, and count the silence at the end. */
const overhangSeconds = 2;

const answerSchema = z
  .object({
    text: z.string().max(charactersMax).optional(),
    segments: z
      .array(z.object({ start: z.unknown(), end: z.unknown(), text: z.string().max(charactersMax) }))
      .max(segmentsMax)
      .nullish()
      .catch(null),
  })
  .refine(({ text, segments }) => text !== undefined || segments);

/**
 * Parses a server's response in any of the formats.
 * @param body of the response
 * @param isText true if its content type is plain text
 * @param durationSeconds of the audio
 * @throws ModelError `malformed`
 */
export function spokenTextOf(body: string, isText: boolean, durationSeconds: number): SpokenText {
  const json = jsonOf(body);
  if (json === undefined) {
    if (!isText || body.length > charactersMax) throw malformed();
    return { text: body.trim(), segments: null };
  }
  const answer = answerSchema.safeParse(json);
  if (!answer.success) throw malformed();
  const { segments } = answer.data;
  const spoken = segments?.map(({ text }) => text.trim()).filter((text) => text !== '') ?? [];
  const text = (answer.data.text ?? spoken.join(' ')).trim();
  // A part of the text that no segment has would have no time.
  const isWhole = bare(spoken.join('')) === bare(text);
  return { text, segments: segments && isWhole ? timed(segments, durationSeconds) : null };
}

const malformed = () =>
  new ModelError('malformed', 'the transcription endpoint did not answer in any shape that it may');

function jsonOf(body: string): unknown {
  if (!/^\s*\{/.test(body)) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const bare = (text: string) => text.normalize('NFKC').replace(/\s+/gu, '');

interface RawSegment {
  readonly start?: unknown;
  readonly end?: unknown;
  readonly text: string;
}

/** Validates segments; returns null if a time is invalid, runs backwards or lies outside the audio. */
function timed(segments: readonly RawSegment[], durationSeconds: number): readonly SpokenSegment[] | null {
  const latest = durationSeconds + overhangSeconds;
  const result: SpokenSegment[] = [];
  let before = 0;
  for (const { start, end, text } of segments) {
    const [startSeconds, endSeconds] = [secondsOf(start), secondsOf(end)];
    const isPossible =
      startSeconds >= before - overhangSeconds && endSeconds >= startSeconds && endSeconds <= latest;
    if (!isPossible) return null;
    before = startSeconds;
    if (text.trim() === '') continue;
    result.push({
      startSeconds: Math.min(Math.max(0, startSeconds), durationSeconds),
      endSeconds: Math.min(endSeconds, durationSeconds),
      text: text.trim(),
    });
  }
  return result;
}

/** Parses seconds: a number, or a string such as `1.5`, `1.5s`, `00:00:01.500` or `00:00:01,500`; NaN otherwise. */
function secondsOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return Number.NaN;
  const match = /^(?:(?:(\d{1,3}):)?(\d{1,2}):)?(\d{1,6}(?:[.,]\d{1,9})?)s?$/.exec(value.trim());
  if (!match) return Number.NaN;
  const [, hours = '0', minutes = '0', seconds = ''] = match;
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'));
}
