import { fileTypeFromBuffer } from 'file-type';

/** What file-type needs to see of a file to tell its type. */
const headBytes = 4_100;

/** A file whose beginning was looked at. */
export interface Sniffed {
  /** By what it begins with; undefined for what is none of the types that are known by that. */
  readonly contentType: string | undefined;
  readonly isEmpty: boolean;
  /** The whole file, its beginning included. */
  readonly chunks: AsyncGenerator<Uint8Array>;
}

/** Looks at the beginning of a stream. Rejects as the stream does. */
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

/** As browsers and ffmpeg's manual call them. */
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
