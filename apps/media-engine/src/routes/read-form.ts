import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import Busboy from '@fastify/busboy';
import { UploadError } from '../handlers/uploads/receive-upload.ts';

/** A form as far as its file, which is still coming. */
export interface Form {
  readonly fields: ReadonlyMap<string, string>;
  readonly file: AsyncIterable<Uint8Array>;
}

const limits = {
  fieldNameSize: 100,
  fieldSize: 16_384,
  // Clients of other stores send some that mean nothing here.
  fields: 30,
  files: 1,
  parts: 31,
  headerPairs: 20,
  headerSize: 16_384,
} as const;

const refused = (message: string) => new UploadError('invalid_request', message);
const brokenOff = () => refused('the form broke off or is malformed');

/**
 * Reads a form until its file begins; the file is then read as fast as whoever holds it reads it.
 * @returns fields that came before the file, and the file, which fails with an UploadError when the form breaks off
 * @throws UploadError for what is no form, or one without a file
 */
export function readForm(request: IncomingMessage): Promise<Form> {
  const parser = parserOf(request);
  const { promise, resolve, reject } = Promise.withResolvers<Form>();
  const fields = new Map<string, string>();
  let file: Readable | undefined;
  const breakOff = (error: Error) => {
    reject(error);
    file?.destroy(error);
  };
  parser.on('field', (name, value, _nameCut, valueCut) => {
    if (valueCut) breakOff(refused(`the field ${name} must have at most ${limits.fieldSize} bytes`));
    fields.set(name, value);
  });
  parser.on('fieldsLimit', () => breakOff(refused(`a form may have at most ${limits.fields} fields`)));
  parser.on('file', (name, stream) => {
    file = stream;
    // Whoever reads it is told; one whom nobody reads any more has nobody to tell.
    stream.on('error', () => undefined);
    if (name === 'file') resolve({ fields, file: whole(stream) });
    else breakOff(refused('the file must be in the field named file'));
  });
  parser.on('finish', () => reject(refused('the form has no file')));
  parser.on('error', () => breakOff(brokenOff()));
  request.once('close', () => {
    if (!request.complete) breakOff(brokenOff());
  });
  request.pipe(parser);
  return promise;
}

async function* whole(file: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* file;
  } catch {
    throw brokenOff();
  }
}

function parserOf(request: IncomingMessage): InstanceType<typeof Busboy.Busboy> {
  try {
    const { headers } = request;
    return new Busboy.Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits,
    });
  } catch {
    throw refused('the form must be sent as multipart/form-data with a boundary');
  }
}
