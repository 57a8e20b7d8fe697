import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { type Difference, withoutPositions } from './differences.ts';

const wantedSchema = z.array(
  z
    .object({
      /** The commit that the difference is to, in full or its beginning. */
      base: z.string().min(7),
      /** `[]` stands for any position in a list, `*` for any one name. */
      path: z.string(),
      /** Begins the ids of the inputs that may differ; any when left out. */
      id: z.string().default(''),
      reason: z.string().min(1),
    })
    .strict(),
);

/** A difference that is wanted. */
export type WantedDifference = z.infer<typeof wantedSchema>[number];

/** Reads the wanted differences to a commit. Throws a ZodError for a file that is none. */
export function readWanted(file: string, commit: string): WantedDifference[] {
  const wanted = wantedSchema.parse(parse(readFileSync(file, 'utf8')) ?? []);
  return wanted.filter(({ base }) => commit.startsWith(base));
}

/** The first wanted difference that names this one of the input `id`. */
export function wantedFor(
  wanted: readonly WantedDifference[],
  id: string,
  { path }: Difference,
): WantedDifference | undefined {
  const names = withoutPositions(path).split('.');
  return wanted.find((one) => {
    const pattern = one.path.split('.');
    return (
      id.startsWith(one.id) &&
      pattern.length === names.length &&
      pattern.every((name, at) => name === '*' || name === names[at])
    );
  });
}
