import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';

/** What a text is likely to be: written to sell something, or not. */
export const textKinds = ['marketing', 'neutral'] as const;
export type TextKind = (typeof textKinds)[number];

const kind = z.enum(textKinds);
const schema = z
  .object({
    npm: z.array(
      z
        .object({
          name: z.string(),
          version: z.string(),
          /** As the registry tells it, so that everybody reads the same text. */
          integrity: z.string().startsWith('sha512-'),
          kind,
        })
        .strict(),
    ),
    debian: z
      .object({
        /** Languages of translated descriptions, as apt names them. */
        translations: z.array(z.string()),
        /** Whether the descriptions of the software catalogue are read as well. */
        catalogue: z.boolean(),
        /** Packages with manuals; their files are read, or those below some folders. */
        packages: z.array(z.object({ name: z.string(), below: z.array(z.string()).default(['']) }).strict()),
      })
      .strict(),
  })
  .strict();

/** Where real text lies. */
export type SourceList = z.infer<typeof schema>;
export type NpmSource = SourceList['npm'][number];

/** The list that belongs to the tool. */
export const ownSourceList: string = fileURLToPath(new URL('sources.yaml', import.meta.url));

/** Reads a list of sources. Throws a ZodError for anything else. */
export const readSourceList = (file: string): SourceList => schema.parse(parse(readFileSync(file, 'utf8')));
