/** A sum of the ledger's postings beside the balance or counter that it must be equal to. */
export interface ComparedSum {
  readonly kind: 'grant' | 'usage' | 'trial';
  /** Parts with slashes between: a grant; or account, site, first day of the month, kind; or account, product line. */
  readonly key: string;
  readonly expected: number;
  readonly actual: number;
}

/** Returns those that are not equal. */
export const differing = (sums: readonly ComparedSum[]): ComparedSum[] =>
  sums.filter(({ expected, actual }) => expected !== actual);

/** Returns a sentence about a difference, for people. */
export function sentenceOf({ kind, key, expected, actual }: ComparedSum): string {
  const [first, site, month = '', usageKind] = key.split('/');
  switch (kind) {
    case 'grant':
      return `grant ${first}: remaining is ${actual}, its entries sum to ${expected}`;
    case 'usage':
      return `usage of ${first} on ${site} in ${month.slice(0, 7)}: ${usageKind} counts ${actual}, its lines say ${expected}`;
    case 'trial':
      return `product line ${site} of ${first}: ${actual} trial uses, its lines say ${expected}`;
  }
}
