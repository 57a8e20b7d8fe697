/** The place of a finding: UTF-16 offsets, the end exclusive, as JavaScript counts; -1 of what has no place. */
export interface TextPlace {
  readonly startIndex: number;
  readonly endIndex: number;
}

/** A piece of a text, with the findings that cover the whole of it. */
export interface TextSegment<F extends TextPlace> extends TextPlace {
  readonly text: string;
  readonly findings: readonly F[];
}

const hasPlace = ({ startIndex, endIndex }: TextPlace) => startIndex >= 0 && endIndex > startIndex;

/**
 * Returns the words of a text that a finding is about.
 * @returns null for a finding without a place
 */
export const sliceOf = (text: string, finding: TextPlace): string | null =>
  hasPlace(finding) ? text.slice(finding.startIndex, finding.endIndex) : null;

/**
 * Splits a text where findings begin and end, as for marking them on a page: findings may overlap, pieces do not.
 * @param findings of this text, in any order; those without a place cover nothing
 * @returns the pieces in order, which together are the text; none for an empty text
 */
export function segmentsOf<F extends TextPlace>(text: string, findings: readonly F[]): TextSegment<F>[] {
  const placed = findings.filter(hasPlace);
  const within = (offset: number) => Math.min(Math.max(offset, 0), text.length);
  const bounds = placed.flatMap(({ startIndex, endIndex }) => [within(startIndex), within(endIndex)]);
  const offsets = [...new Set([0, ...bounds, text.length])].sort((one, other) => one - other);
  return offsets.slice(1).map((endIndex, index) => {
    const startIndex = offsets[index] ?? 0;
    return {
      text: text.slice(startIndex, endIndex),
      startIndex,
      endIndex,
      findings: placed.filter((one) => one.startIndex <= startIndex && one.endIndex >= endIndex),
    };
  });
}

/**
 * Converts a place to code points, as Python and databases count characters: an emoji is one of them, and two UTF-16 units.
 * @returns null for a finding without a place
 */
export function codePointsOf(
  text: string,
  finding: TextPlace,
): { readonly start: number; readonly end: number } | null {
  if (!hasPlace(finding)) return null;
  const count = (end: number) => [...text.slice(0, end)].length;
  return { start: count(finding.startIndex), end: count(finding.endIndex) };
}
