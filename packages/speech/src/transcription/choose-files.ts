import { open, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { partsOf, type SpeechModelType } from './speech-model.ts';

/** The files of a model, by their part, and those that its ONNX files name. */
export interface ChosenFiles {
  readonly type: SpeechModelType;
  readonly parts: Readonly<Record<string, string>>;
  readonly weights: readonly string[];
  /** Licences and descriptions that come with it. */
  readonly texts: readonly string[];
}

/** The field of the ONNX file by which sherpa-onnx knows a kind, and the part that has it. */
const marks: Readonly<Record<SpeechModelType, readonly [part: string, field: string]>> = {
  whisper: ['encoder', 'n_text_ctx'],
  sense_voice: ['model', 'lang_auto'],
};

/**
 * Chooses the files of a speech model in a folder and the folders in it. Where there are several of a kind, the smaller
 * one, of eight bits, is taken.
 * @throws Error with a sentence if there is no model of a kind that is loaded
 */
export async function chooseFiles(folder: string): Promise<ChosenFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const [tokens, ...others] = files.filter((path) => /(^|[-_])tokens\.txt$/.test(basename(path)));
  if (!tokens || others.length > 0)
    throw new Error(`there must be one file tokens.txt, and there are ${tokens ? others.length + 1 : 0}`);
  for (const type of Object.keys(marks) as SpeechModelType[]) {
    const found = partsOf[type]
      .filter((part) => part !== 'tokens')
      .map((part) => [part, smallest(files, part)] as const);
    const [marked, field] = marks[type];
    const path = found.find(([part]) => part === marked)?.[1];
    if (!path || found.some(([, one]) => !one) || !(await endsWith(path, field))) continue;
    return {
      type,
      parts: { ...(Object.fromEntries(found) as Record<string, string>), tokens },
      weights: files.filter((one) => /\.(weights|onnx[._]data)$/.test(one)),
      texts: files.filter((one) => /^(licen[cs]e|notice|readme)/i.test(basename(one))),
    };
  }
  throw new Error('it is no model of Whisper or SenseVoice in the form that sherpa-onnx has them');
}

function smallest(files: readonly string[], part: string): string | undefined {
  const named = files.filter((path) =>
    new RegExp(`(^|[-_.])${part}([-_.][^/]*)?\\.onnx$`).test(basename(path)),
  );
  return named.find((path) => path.includes('int8')) ?? named[0];
}

/** An ONNX file ends with its fields. */
const endBytes = 2 ** 22;

async function endsWith(path: string, field: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const length = Math.min(size, endBytes);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.includes(field);
  } finally {
    await file.close();
  }
}
