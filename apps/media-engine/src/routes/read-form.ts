import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import Busboy from '@fastify/busboy';
import { UploadError } from '../handlers/uploads/receive-upload.ts';

/** The fields of a form, and its file, which is still being received. */
export interface Form {
  readonly fields: ReadonlyMap<string, string>;
  readonly file: AsyncIterable<Uint8Array>;
}

const limits = {
  fieldNameSize: 100,
  fieldSize: 16_384,
  // Clients of other stores send fields that this service ignores.
  fields: 30,
  files: 1,
  parts: 31,
  headerPairs: 20,
  headerSize: 16_384,
} as const;

const refused = (message: string) => new UploadError('invalid_request', message);
const cutOff = () => refused('the form broke off or is malformed');

/**
 * Reads a form until its file begins; the file is then read as fast as its consumer reads it.
 * @returns the fields before the file, and the file, which fails with an UploadError if the form is cut off
 * @throws UploadError for a body that is no form, or a form without a file
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
    // The reader of the file gets the error; without a reader it must not end the process.
    stream.on('error', () => undefined);
    if (name === 'file') resolve({ fields, file: whole(stream) });
    else breakOff(refused('the file must be in the field named file'));
  });
  parser.on('finish', () => reject(refused('the form has no file')));
  parser.on('error', () => breakOff(cutOff()));
  request.once('close', () => {
    if (!request.complete) breakOff(cutOff());
  });
  request.pipe(parser);
  return promise;
}

async function* whole(file: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* file;
  } catch {
    throw cutOff();
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
