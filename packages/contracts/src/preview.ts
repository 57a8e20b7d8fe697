/** UTF-16 code units of every `preview` of the contract. */
const previewLengthMax = 100;

/** Returns the beginning of a text: at most 100 UTF-16 code units, and never half of a surrogate pair. */
export function previewOf(text: string): string {
  const cut = text.slice(0, previewLengthMax);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
