/** Mean length of the words of a split, at least: any word could be split into very short ones. */
const pieceLengthMean = 3.5;
const gluedLengthMin = 8;
const piecesMax = 12;

/**
 * Splits words that recognition ran together, by spaces: between letters and digits, at capitals within a word, and into
 * known words where they make up all of it. Returns the text unchanged where nothing splits it.
 */
export function splitRunTogether(glued: string, words: ReadonlySet<string>): string {
  return glued
    .split(/(?<=[a-z]{3})(?=[0-9])|(?<=[0-9])(?=[a-z]{3})/i)
    .flatMap((part) => part.split(/(?<=[a-z]{3})(?=[A-Z][a-z]{2})/))
    .map((part) => inWords(part, words))
    .join(' ');
}

/** Splits a run of letters into the fewest known words; returns the run itself where there is no such split. */
function inWords(run: string, words: ReadonlySet<string>): string {
  const lower = run.toLowerCase();
  if (lower.length < gluedLengthMin || words.has(lower) || !/^[a-z]+$/.test(lower)) return run;
  /** By length of a prefix: the offset of the last of its fewest words, and how many there are. */
  const best: ({ readonly from: number; readonly count: number } | null)[] = [{ from: 0, count: 0 }];
  for (let end = 1; end <= lower.length; end++) {
    best[end] = null;
    for (let from = Math.max(0, end - wordLengthMax); from < end; from++) {
      const before = best[from];
      if (!before || !words.has(lower.slice(from, end))) continue;
      const count = before.count + 1;
      if (count < (best[end]?.count ?? piecesMax + 1)) best[end] = { from, count };
    }
  }
  const found = best[lower.length];
  if (!found || found.count < 2 || lower.length / found.count < pieceLengthMean) return run;
  const pieces: string[] = [];
  for (let end = lower.length; end > 0; end = best[end]?.from ?? 0) {
    pieces.unshift(run.slice(best[end]?.from ?? 0, end));
  }
  return pieces.join(' ');
}

const wordLengthMax = 20;
