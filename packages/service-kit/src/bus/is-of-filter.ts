/**
 * Returns whether a subject is one of those that a filter names, by the rules of NATS: `*` stands for one token, `>` at
 * the end for one or more.
 */
export function isOfFilter(subject: string, filter: string): boolean {
  const tokens = subject.split('.');
  const wanted = filter.split('.');
  const isOpen = wanted.at(-1) === '>';
  if (isOpen ? tokens.length < wanted.length : tokens.length !== wanted.length) return false;
  const named = isOpen ? wanted.slice(0, -1) : wanted;
  return named.every((token, index) => token === '*' || token === tokens[index]);
}
