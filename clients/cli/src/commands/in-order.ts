/**
 * Works on items in a small pool and gives the results in the order of the items.
 * @param width how many are worked on at the same time
 * @throws what `work` throws; items that have begun by then are not waited for
 */
export async function* inOrder<T, R>(
  items: Iterable<T>,
  width: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const waiting: Promise<R>[] = [];
  for (const item of items) {
    const begun = work(item);
    // It is awaited in its turn; until then its failure is nobody's.
    begun.catch(() => undefined);
    waiting.push(begun);
    const first = waiting.length >= width ? waiting.shift() : undefined;
    if (first) yield await first;
  }
  for (const begun of waiting) yield await begun;
}
