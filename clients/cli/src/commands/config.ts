import { existsSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { InputError } from '../domain/input-error.ts';
import { failOnLevels } from '../domain/risk.ts';
import type { PlaceOptions } from '../domain/sites.ts';

const placeFields = {
  site: z.string().optional(),
  platform: z.string().optional(),
  vertical: z.string().optional(),
  productVertical: z.string().optional(),
  sceneMode: z.string().optional(),
  locale: z.string().optional(),
};
const configSchema = z
  .object({
    ...placeFields,
    failOn: z.enum(failOnLevels).optional(),
    exclude: z.array(z.string()).default([]),
    columns: z.array(z.string()).optional(),
    fields: z.array(z.string()).optional(),
    overrides: z.array(z.object({ files: z.array(z.string()).min(1), ...placeFields }).strict()).default([]),
  })
  .strict();

/** Contents of a configuration: defaults of options, and the places of single files. */
export type Config = z.infer<typeof configSchema>;

/** Looked for in the current folder, in this order. */
const configNames = ['.redlinerc.json', '.redlinerc.yaml', '.redlinerc.yml'];

/**
 * Reads the configuration: the file that is named, or the one in the current folder; an empty one where there is none.
 * @throws InputError for a file that is missing, is no JSON or YAML, or has fields that are not known
 */
export function readConfig(named: string | undefined): Config {
  const path = named ?? configNames.find((name) => existsSync(name));
  if (path === undefined) return configSchema.parse({});
  let data: unknown;
  try {
    // JSON is YAML too.
    data = parse(readFileSync(path, 'utf8')) ?? {};
  } catch (error) {
    throw new InputError(`${path}: ${error instanceof Error ? error.message.split('\n', 1)[0] : error}`);
  }
  const parsed = configSchema.safeParse(data);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new InputError(`${path}: ${[issue?.path.join('.'), issue?.message].filter(Boolean).join(': ')}`);
}

/** Returns the place of a file: what the command line says, else the last override that names the file, else the rest. */
export function placeOptionsOf(
  path: string,
  { overrides, ...config }: Config,
  said: PlaceOptions,
): PlaceOptions {
  const merged = { ...config };
  for (const { files, ...place } of overrides) {
    if (files.some((glob) => matchesGlob(path, glob))) Object.assign(merged, defined(place));
  }
  return { ...merged, ...defined(said) };
}

function defined({
  site,
  platform,
  vertical,
  productVertical,
  sceneMode,
  locale,
}: PlaceOptions): PlaceOptions {
  const place = { site, platform, vertical, productVertical, sceneMode, locale };
  return Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined));
}
