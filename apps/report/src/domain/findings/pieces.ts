/**
 * The findings that one description of a frame names, most severe first: the media engine joins them with `；`. Words that were
 * read stand in quotation marks and may hold that sign themselves. Where the marks do not pair, what is left is one piece.
 */
export function piecesOf(description: string): readonly string[] {
  const pieces: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < description.length; at++) {
    const sign = description[at];
    if (sign === '“') depth++;
    if (sign === '”' && depth > 0) depth--;
    if (sign === '；' && depth === 0) {
      pieces.push(description.slice(from, at));
      from = at + 1;
    }
  }
  return [...pieces, description.slice(from)].map((piece) => piece.trim()).filter((piece) => piece !== '');
}
