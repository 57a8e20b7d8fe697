/** Shorter pieces are only taken in company of longer ones: with many of them any word falls apart. */
const pieceLengthMean = 3.5;
const gluedLengthMin = 8;
const piecesMax = 12;

/**
 * A word that was run together, with spaces where it may be told apart: between letters and figures, at capitals within
 * it, and into words that are known where all of it is made of them. Unchanged where that tells nothing.
 */
export function apartBy(glued: string, words: ReadonlySet<string>): string {
  return glued
    .split(/(?<=[a-z]{3})(?=[0-9])|(?<=[0-9])(?=[a-z]{3})/i)
    .flatMap((part) => part.split(/(?<=[a-z]{3})(?=[A-Z][a-z]{2})/))
    .map((part) => inWords(part, words))
    .join(' ');
}

/** The fewest known words that a run of letters is made of, with spaces between them; the run itself where there are none. */
function inWords(run: string, words: ReadonlySet<string>): string {
  const lower = run.toLowerCase();
  if (lower.length < gluedLengthMin || words.has(lower) || !/^[a-z]+$/.test(lower)) return run;
  /** By length of the beginning: where the last of its fewest words begins, and how many those are. */
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
