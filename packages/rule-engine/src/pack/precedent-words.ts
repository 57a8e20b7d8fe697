/** English words that say nothing of a claim. */
const common = new Set(
  'also been from have into more most only over such than that their them they this were what when which will with without your'.split(
    ' ',
  ),
);

/**
 * Returns the words by which a text is compared with the claim of a precedent, each once: those of at least four letters,
 * and pairs of neighbouring Chinese characters.
 */
export function wordsOfClaim(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase();
  const letters = plain.match(/(?:(?!\p{Script=Han})\p{L}){4,}/gu) ?? [];
  const pairs = [...plain.matchAll(/(?=(\p{Script=Han}{2}))/gu)].map(([, pair = '']) => pair);
  return [...new Set([...letters.filter((word) => !common.has(word)), ...pairs])];
}
