import type { Words } from '../judge/scope.ts';
import { endBlock, type FeatureRows, featureRows, makeRoom } from './feature-rows.ts';
import { hashString, mix } from './hash.ts';
import type { HashedText } from './hashed-text.ts';

/**
 * The version of the features of a sentence. A feature is a 32-bit hash; features of a kind form a block, and each block
 * counts the same however long the sentence is. Raise it with every change here or in the hashes: weights trained on other
 * features mean nothing.
 */
export const featureVersion = 3;

/** Hashes of the flags that a sentence has by its punctuation and letter case. */
const marks = {
  question: hashString('?'),
  exclamation: hashString('!'),
  quoted: hashString('"'),
  allCapitals: hashString('A'),
};
/** Computes the features of segments of a text: its sentences, the rows of a corpus passage, a few words. */
export function featuresOf(text: HashedText, segments: readonly Words[]): FeatureRows {
  const rows = featureRows(segments.length);
  const lexicons = segments.map((segment) => hashesIn(text.lexicons, segment));
  const flags = segments.map((segment) => hashesIn(text.flags, segment));
  for (let at = 0; at < segments.length; at++) {
    const segment = segments[at] as Words;
    writeWords(rows, text, segment);
    writeGrams(rows, text, segment);
    writeLexicons(rows, lexicons[at] ?? noHashes);
    writeFlags(rows, text, flags[at] ?? noHashes, segment);
    writeNeighbour(rows, lexicons[at - 1] ?? noHashes, flags[at - 1] ?? noHashes, 1);
    writeNeighbour(rows, lexicons[at + 1] ?? noHashes, flags[at + 1] ?? noHashes, 2);
  }
  return rows;
}

const noHashes: readonly number[] = [];

/** Writes the words, their stems, runs of stems, and pairs of stems with one word between. */
function writeWords(
  rows: FeatureRows,
  { words: { words, stems }, settings: { hasStems, runMax } }: HashedText,
  { first, last }: Words,
): void {
  const hashes = makeRoom(rows, (last - first) * (runMax + 3) + 1);
  let length = rows.length;
  for (let at = first; at < last; at++) {
    hashes[length++] = words[at] ?? 0;
    const stem = stems[at] ?? 0;
    if (hasStems) hashes[length++] = stem;
    let run = stem;
    // The run that begins before the first word begins with the sentence, and is the last.
    const end = Math.max(first - 1, at - runMax + 1);
    for (let from = at - 1; from >= end; from--) {
      run = mix(from < first ? 0x5e : (stems[from] ?? 0), run);
      hashes[length++] = run;
    }
    if (at > first + 1) hashes[length++] = mix(mix(stems[at - 2] ?? 0, 0x2a), stem);
  }
  if (last > first) hashes[length++] = mix(stems[last - 1] ?? 0, 0x24);
  endBlock(rows, length);
}

function writeGrams(rows: FeatureRows, { words, settings }: HashedText, { first, last }: Words): void {
  let length = rows.length;
  for (let at = first; settings.grams !== null && at < last; at++) {
    const grams = words.grams[at] ?? noHashes;
    const hashes = makeRoom(rows, length - rows.length + grams.length);
    for (let one = 0; one < grams.length; one++) hashes[length++] = grams[one] ?? 0;
  }
  endBlock(rows, length);
}

/** Returns the hashes that begin in a segment, each once, in text order. */
function hashesIn(
  byWord: readonly (readonly number[] | undefined)[],
  { first, last }: Words,
): readonly number[] {
  let found: number[] | null = null;
  for (let at = first; at < last; at++) {
    const hashes = byWord[at];
    if (!hashes) continue;
    found ??= [];
    for (let one = 0; one < hashes.length; one++) {
      const hash = hashes[one] ?? 0;
      if (!found.includes(hash)) found.push(hash);
    }
  }
  return found ?? noHashes;
}

/** Writes the lexicons, and every pair of them. */
function writeLexicons(rows: FeatureRows, lexicons: readonly number[]): void {
  const count = lexicons.length;
  const hashes = makeRoom(rows, (count * (count + 1)) / 2);
  let length = rows.length;
  for (let one = 0; one < count; one++) hashes[length++] = lexicons[one] ?? 0;
  for (let one = 0; one < count; one++) {
    for (let other = one + 1; other < count; other++) {
      const [a, b] = [lexicons[one] ?? 0, lexicons[other] ?? 0];
      hashes[length++] = a < b ? mix(a, b) : mix(b, a);
    }
  }
  endBlock(rows, length);
}

/** Flags that a segment may have by its marks, and one for its length. */
const marksMax = 5;

/** Writes the flags, those by its marks, and its length in steps. */
function writeFlags(
  rows: FeatureRows,
  { scanned, settings }: HashedText,
  flags: readonly number[],
  segment: Words,
): void {
  const { text, tokens, quotes } = scanned.structure;
  const hashes = makeRoom(rows, flags.length + marksMax);
  let length = rows.length;
  for (let one = 0; one < flags.length; one++) hashes[length++] = flags[one] ?? 0;
  const start = tokens[segment.first]?.start ?? 0;
  const end = tokens[segment.last - 1]?.end ?? 0;
  const written = text.slice(start, end);
  const after = text.slice(end, end + 2);
  if (after.includes('?')) hashes[length++] = marks.question;
  if (after.includes('!')) hashes[length++] = marks.exclamation;
  if (quotes.some((quote) => quote.start < end && quote.end > start)) hashes[length++] = marks.quoted;
  if (/[A-Z]/.test(written) && written === written.toUpperCase()) hashes[length++] = marks.allCapitals;
  hashes[length++] = 0x110 + Math.min(7, (segment.last - segment.first) >> settings.lengthShift);
  endBlock(rows, length);
}

/**
 * Writes the lexicons and flags of a neighbouring segment.
 * @param side 1 for the segment before, 2 for the one after
 */
function writeNeighbour(
  rows: FeatureRows,
  lexicons: readonly number[],
  flags: readonly number[],
  side: number,
): void {
  const hashes = makeRoom(rows, lexicons.length + flags.length);
  let length = rows.length;
  for (let at = 0; at < lexicons.length; at++) hashes[length++] = mix(lexicons[at] ?? 0, side);
  for (let at = 0; at < flags.length; at++) hashes[length++] = mix(flags[at] ?? 0, side);
  endBlock(rows, length);
}
