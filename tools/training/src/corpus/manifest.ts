import { readdirSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const entrySchema = z
  .object({
    file: z.string().regex(/\.(?:tsv|jsonl|txt)$/),
    kind: z.enum(['passages', 'texts', 'marked', 'neutral', 'shops', 'examples']),
    holds: z.string().min(3),
    /** The seller as whom the one author of a file of passages writes; such authors are held out one by one. */
    voice: z.string().optional(),
    author: z.string().optional(),
    purpose: z.string().min(3),
    since: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  })
  .strict();
const manifestSchema = z.object({ files: z.array(entrySchema).min(1) }).strict();

/** A file of a corpus, as `manifest.yaml` describes it. */
export type CorpusFile = z.infer<typeof entrySchema>;

/** Reads `manifest.yaml`: the files of a corpus, in the order in which they are read. Throws a ZodError for anything else. */
export function parseManifest(content: string): readonly CorpusFile[] {
  return manifestSchema.parse(parse(content)).files;
}

/**
 * Returns what the manifest of the corpus in `folder` lacks, and what it lists that is not there. Cases that agencies decided
 * have a folder and a check of their own (`eval -- cases --check`).
 */
export function faultsOfManifest(folder: string, listed: readonly CorpusFile[]): string[] {
  const there = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.(?:tsv|jsonl|txt)$/.test(name) && !name.startsWith('cases/'),
  );
  const known = listed.map(({ file }) => file);
  return [
    ...there.filter((name) => !known.includes(name)).map((name) => `${name} is not listed`),
    ...known.filter((name) => !there.includes(name)).map((name) => `there is no ${name}`),
    ...known.filter((name, at) => known.indexOf(name) !== at).map((name) => `${name} is listed twice`),
  ];
}
