import { readFile as readWhole, stat } from 'node:fs/promises';
import { stdin } from 'node:process';
import { InputError } from '../domain/input-error.ts';

const byteOrderMark = '\uFEFF';
/** The most bytes of one file. */
const bytesMax = 16 * 1024 * 1024;

/** A file as text. */
export interface ReadText {
  /** Without a byte order mark. */
  readonly text: string;
  /** The byte order mark before it, or nothing. */
  readonly mark: string;
}

/**
 * Reads a file, or the standard input for `-`, as UTF-8.
 * @throws InputError for what cannot be read, is larger than 16 MB, or is no text in UTF-8
 */
export async function readFile(path: string): Promise<ReadText> {
  const bytes = path === '-' ? await readStandardInput() : await readBytes(path);
  if (bytes.length > bytesMax) throw new InputError('the file is larger than 16 MB; divide it');
  if (bytes.includes(0)) throw new InputError('this is no text');
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.startsWith(byteOrderMark) ? { text: text.slice(1), mark: byteOrderMark } : { text, mark: '' };
  } catch (error) {
    throw new InputError('this is no text in UTF-8', { cause: error });
  }
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    const { size } = await stat(path);
    return size > bytesMax ? Buffer.alloc(bytesMax + 1) : await readWhole(path);
  } catch (error) {
    throw new InputError(reasonOf(error), { cause: error });
  }
}

async function readStandardInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > bytesMax) break;
  }
  return Buffer.concat(chunks);
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES') return 'no permission to read it';
  if (code === 'EISDIR') return 'this is a folder';
  return error instanceof Error ? error.message : String(error);
}
