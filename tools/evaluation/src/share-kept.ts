/**
 * Returns the length of the longest common subsequence of two texts by the length of the wanted one, without white space.
 * 1 where nothing is wanted.
 */
export function shareKept(wanted: string, text: string): number {
  const a = wanted.replace(/\s+/g, '');
  const b = text.replace(/\s+/g, '');
  if (a.length === 0) return 1;
  let row = new Uint16Array(b.length + 1);
  for (let i = 0; i < a.length; i++) {
    const next = new Uint16Array(b.length + 1);
    for (let j = 0; j < b.length; j++) {
      const here = a.charCodeAt(i) === b.charCodeAt(j) ? (row[j] ?? 0) + 1 : 0;
      next[j + 1] = Math.max(here, row[j + 1] ?? 0, next[j] ?? 0);
    }
    row = next;
  }
  return (row[b.length] ?? 0) / a.length;
}
