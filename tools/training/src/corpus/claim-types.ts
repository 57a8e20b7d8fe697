import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const schema = z
  .object({
    /** Types by group, each with what it means. */
    groups: z.record(z.string(), z.record(z.string(), z.string().min(3))),
    /** What a sentence does with a claim: it makes it, mentions it, or neither. */
    states: z.record(z.string(), z.string().min(3)),
    /** The kinds of things that a text can sell. */
    sold: z.array(z.string()).min(1),
  })
  .strict();

/** The names that claims, and what is sold, are labelled with. */
export interface ClaimTypes {
  readonly types: ReadonlySet<string>;
  /** The meaning of each type, in the words of the list. */
  readonly meanings: ReadonlyMap<string, string>;
  readonly sold: ReadonlySet<string>;
}

/** Reads `packs/claim-types.yaml`. Throws a ZodError for a file of another shape, an Error for a type in two groups. */
export function parseClaimTypes(content: string): ClaimTypes {
  const { groups, sold } = schema.parse(parse(content));
  const entries = Object.values(groups).flatMap((group) => Object.entries(group));
  const meanings = new Map(entries);
  const repeated = entries.find(([type], at) => entries.findIndex(([other]) => other === type) !== at);
  if (repeated) throw new Error(`claim type ${repeated[0]} is listed twice`);
  return { types: new Set(meanings.keys()), meanings, sold: new Set(sold) };
}

/** Reads the list of claim types from a file. */
export const readClaimTypes = (file: string): ClaimTypes => parseClaimTypes(readFileSync(file, 'utf8'));
