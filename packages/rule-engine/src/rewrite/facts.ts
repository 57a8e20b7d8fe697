/** Numbers, links and addresses: a rewrite keeps them unless they are the risk themselves. */
const fact =
  /https?:\/\/[^\s，。！？）]+|www\.[^\s，。！？）]+|[\w.+-]+@[\w-]+\.[\w.]+|\p{N}+(?:[.,:/]\p{N}+)*/gu;

/** Returns the numbers, links and addresses of a text in order, repeats included. */
export function factsIn(text: string): string[] {
  return [...text.matchAll(fact)].map(([found]) => found);
}

/** Returns those of `wanted` that `text` lacks; one that `wanted` has twice must occur twice. */
export function factsLost(wanted: readonly string[], text: string): string[] {
  const there = new Map<string, number>();
  for (const one of factsIn(text)) there.set(one, (there.get(one) ?? 0) + 1);
  return wanted.filter((one) => {
    const count = there.get(one) ?? 0;
    there.set(one, count - 1);
    return count <= 0;
  });
}
