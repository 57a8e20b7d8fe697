import { fileTypeFromBuffer } from 'file-type';

/** The bytes that file-type needs to detect a type. */
const headBytes = 4_100;

/** A file whose type was detected by its first bytes. */
export interface Sniffed {
  /** Undefined if its first bytes are those of no known type. */
  readonly contentType: string | undefined;
  readonly isEmpty: boolean;
  /** The whole file, including its first bytes. */
  readonly chunks: AsyncGenerator<Uint8Array>;
}

/** Detects the type of a stream by its first bytes. Rejects as the stream does. */
export async function sniffType(file: AsyncIterable<Uint8Array>): Promise<Sniffed> {
  const rest = file[Symbol.asyncIterator]();
  const head: Uint8Array[] = [];
  for (let bytes = 0; bytes < headBytes; ) {
    const next = await rest.next();
    if (next.done) break;
    head.push(next.value);
    bytes += next.value.length;
  }
  const type = await fileTypeFromBuffer(Buffer.concat(head).subarray(0, headBytes));
  return {
    contentType: type && (otherNames[type.mime] ?? type.mime),
    isEmpty: head.length === 0,
    chunks: joined(head, rest),
  };
}

/** Names of types as browsers and ffmpeg's manual have them. */
const otherNames: Readonly<Record<string, string>> = {
  'video/matroska': 'video/x-matroska',
  'video/vnd.avi': 'video/x-msvideo',
};

async function* joined(
  head: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* head;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
