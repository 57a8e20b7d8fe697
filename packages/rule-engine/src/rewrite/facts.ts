/** Numbers, and what can be followed or called: what a rewrite keeps unless it is the risk itself. */
const fact =
  /https?:\/\/[^\s，。！？）]+|www\.[^\s，。！？）]+|[\w.+-]+@[\w-]+\.[\w.]+|\p{N}+(?:[.,:/]\p{N}+)*/gu;

/** The facts of a text, each as often as it stands there. */
export function factsIn(text: string): string[] {
  return [...text.matchAll(fact)].map(([found]) => found);
}

/** Where the facts of a text stand. */
export function placesOfFacts(text: string): { readonly start: number; readonly end: number }[] {
  return [...text.matchAll(fact)].map(({ index, 0: found }) => ({ start: index, end: index + found.length }));
}

/** Those of `wanted` that are not in `text`, counted. */
export function factsLost(wanted: readonly string[], text: string): string[] {
  const there = new Map<string, number>();
  for (const one of factsIn(text)) there.set(one, (there.get(one) ?? 0) + 1);
  return wanted.filter((one) => {
    const count = there.get(one) ?? 0;
    there.set(one, count - 1);
    return count <= 0;
  });
}
