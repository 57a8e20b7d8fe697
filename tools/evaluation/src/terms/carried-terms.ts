import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';

const schema = z.record(
  z.string(),
  z.object({ plain: z.string(), carriers: z.array(z.string().includes('{}')).min(1) }).strict(),
);

/** The neutral sentences of a site, and a word that nobody forbids. */
export type Carriers = z.infer<typeof schema>[string];

/** A term in a sentence that carries it. */
export interface CarriedTerm {
  readonly id: string;
  readonly term: string;
  readonly text: string;
  /** Where the term stands in it. */
  readonly start: number;
  readonly end: number;
}

const file = fileURLToPath(new URL('carriers.yaml', import.meta.url));

/** Reads the carriers of a site. Throws a RangeError when it has none. */
export function carriersOf(site: string): Carriers {
  const carriers = schema.parse(parse(readFileSync(file, 'utf8')))[site];
  if (!carriers) throw new RangeError(`carriers.yaml has no sentences for ${site}`);
  return carriers;
}

/** Reads the terms of a list, one a line; a line that begins with `#` is a remark. */
export const readTerms = (content: string): string[] => [
  ...new Set(
    content
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#')),
  ),
];

/** Puts each term into each carrier. */
export function carryTerms(terms: readonly string[], { carriers }: Carriers): CarriedTerm[] {
  return terms.flatMap((term, number) =>
    carriers.map((carrier, at) => {
      const start = carrier.indexOf('{}');
      const text = carrier.replace('{}', () => term);
      return { id: `${number}-${at}`, term, text, start, end: start + term.length };
    }),
  );
}
