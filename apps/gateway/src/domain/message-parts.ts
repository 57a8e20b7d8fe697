/**
 * Splits a list into parts whose JSON fits into a message each, in order. An item that is too large is a part by itself.
 * @param bytesMax the maximum bytes of JSON of one part's items
 */
export function messageParts<T>(items: readonly T[], bytesMax: number): (readonly T[])[] {
  const parts: T[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const size = new TextEncoder().encode(JSON.stringify(item)).length + 1;
    const isFull = bytes + size > bytesMax;
    if (isFull) parts.push([]);
    bytes = isFull ? size : bytes + size;
    parts.at(-1)?.push(item);
  }
  return parts;
}
