import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { sha256Of } from './hash-file.ts';

/** The kinds of speech models that are loaded, in the form that sherpa-onnx has them. */
export const speechModelTypes = ['whisper', 'sense_voice'] as const;
export type SpeechModelType = (typeof speechModelTypes)[number];

/** The file of a model's folder that says what is in it. */
export const manifestName = 'speech-model.json';

const fileSchema = z.object({
  name: z.string().refine((name) => name !== '' && name === basename(name), 'it must be the name of a file'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** What is in the folder of a speech model, and where it came from. */
export const manifestSchema = z.object({
  version: z.literal(1),
  type: z.enum(speechModelTypes),
  /** Of Whisper `encoder`, `decoder` and `tokens`, of SenseVoice `model` and `tokens`. */
  parts: z.record(fileSchema),
  /** Weights that an ONNX file names. */
  weights: z.array(fileSchema).default([]),
  from: z.object({ url: z.string(), sha256: z.string() }),
});
export type SpeechModelManifest = z.infer<typeof manifestSchema>;

/** The parts that each kind has. */
export const partsOf: Readonly<Record<SpeechModelType, readonly string[]>> = {
  whisper: ['encoder', 'decoder', 'tokens'],
  sense_voice: ['model', 'tokens'],
};

/** A speech model whose files are the ones that were fetched. */
export interface SpeechModel {
  readonly type: SpeechModelType;
  /** Paths of its parts, by their names. */
  readonly paths: Readonly<Record<string, string>>;
}

/**
 * Reads what is in the folder of a speech model; its files are not read yet.
 * @throws Error with a sentence if there is none, or none that is understood
 */
export async function readManifest(folder: string): Promise<SpeechModelManifest> {
  const path = join(folder, manifestName);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Error(`${folder} has no speech model: ${manifestName} is missing`);
    throw new Error(`${path} cannot be read: ${error.code}`);
  });
  const parsed = manifestSchema.safeParse(jsonOf(text));
  const missing = parsed.success
    ? partsOf[parsed.data.type].filter((part) => !Object.hasOwn(parsed.data.parts, part))
    : [];
  if (!parsed.success || missing.length > 0)
    throw new Error(`${path} is not the description of a speech model`);
  return parsed.data;
}

/**
 * Reads a speech model's folder, and compares each of its files with what was fetched.
 * @throws Error with a sentence if a file is missing or differs
 */
export async function readSpeechModel(folder: string): Promise<SpeechModel> {
  const { type, parts, weights } = await readManifest(folder);
  for (const { name, sha256 } of [...Object.values(parts), ...weights]) {
    const hash = await sha256Of(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
      throw new Error(`${join(folder, name)} cannot be read: ${error.code}`);
    });
    if (hash !== sha256) throw new Error(`${name} is not the file that was fetched: its SHA-256 differs`);
  }
  const paths = Object.entries(parts).map(([part, { name }]) => [part, join(folder, name)]);
  return { type, paths: Object.fromEntries(paths) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
