import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import Busboy from '@fastify/busboy';
import { createRateCredit, type MinimumRate } from '../domain/uploads/minimum-rate.ts';
import { UploadError } from '../handlers/uploads/upload-error.ts';

/** The fields of a form, and its file, which is still being received. */
export interface Form {
  readonly fields: ReadonlyMap<string, string>;
  readonly file: AsyncIterable<Uint8Array>;
}

export interface FormLimits {
  /** From the beginning of the body to that of the file. */
  readonly fieldsTimeoutMs: number;
  /** Rate of the file, as long as it is waited for: a store that is slow is no fault of the client. */
  readonly rate: MinimumRate;
}

/** Limit of everything before the file: policy and signature have 600 bytes, a key has 1,024 at most. */
const fieldsBytesMax = 65_536;

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

const refused = (message: string, ...fields: string[]) =>
  new UploadError('invalid_request', message, fields.length > 0 ? { fields } : {});
const cutOff = () => refused('the form broke off or is malformed');
const restarting = () =>
  new UploadError('internal', 'the server is being restarted; it is safe to retry', { retryAfterSeconds: 1 });
const tooSlow = (message: string) => new UploadError('invalid_request', message, { status: 408 });

/**
 * Reads a form until its file begins; the file is then read as fast as its consumer reads it.
 * @param signals `evicted` ends the wait for the file with its reason, `closing` the file too: the server must end
 * @returns the fields before the file, and the file, which fails with an UploadError if the form is cut off or too slow
 * @throws UploadError for a body that is no form, a form without a file, and fields that are too many or too slow
 */
export function readForm(
  request: IncomingMessage,
  { fieldsTimeoutMs, rate }: FormLimits,
  { evicted, closing }: { readonly evicted: AbortSignal; readonly closing: AbortSignal },
): Promise<Form> {
  const parser = parserOf(request);
  const { promise, resolve, reject } = Promise.withResolvers<Form>();
  const end = Promise.withResolvers<void>();
  // Awaited by the reader of the file, if it reads so far.
  end.promise.catch(() => undefined);
  const fields = new Map<string, string>();
  let file: Readable | undefined;
  let fieldsBytes = 0;
  const breakOff = (error: Error) => {
    reject(error);
    end.reject(error);
    file?.destroy(error);
  };
  parser.on('field', (name, value, _nameCut, valueCut) => {
    if (valueCut) breakOff(refused(`the field ${name} must have at most ${limits.fieldSize} bytes`, name));
    fields.set(name, value);
  });
  parser.on('fieldsLimit', () => breakOff(refused(`a form may have at most ${limits.fields} fields`)));
  parser.on('file', (name, stream) => {
    file = stream;
    // The reader of the file gets the error; without a reader it must not end the process.
    stream.on('error', () => undefined);
    if (name === 'file') resolve({ fields, file: whole(stream, rate, end.promise) });
    else breakOff(refused('the file must be in the field named file', 'file'));
  });
  parser.on('filesLimit', () => breakOff(refused('a form takes one file; send a form for each', 'file')));
  parser.on('finish', () => {
    reject(refused('the form has no file', 'file'));
    end.resolve();
  });
  parser.on('error', () => breakOff(cutOff()));
  request.once('close', () => {
    if (!request.complete) breakOff(cutOff());
  });
  const late = setTimeout(() => {
    breakOff(tooSlow(`the fields before the file took longer than ${fieldsTimeoutMs / 1_000} s`));
  }, fieldsTimeoutMs);
  const giveWay = () => breakOff(evicted.reason);
  evicted.addEventListener('abort', giveWay);
  const close = () => breakOff(restarting());
  closing.addEventListener('abort', close);
  request.once('close', () => closing.removeEventListener('abort', close));
  // After the parser's own listener: a chunk with the beginning of the file has been parsed by then.
  const countFields = (chunk: Buffer) => {
    fieldsBytes += chunk.length;
    if (!file && fieldsBytes > fieldsBytesMax) {
      breakOff(refused(`the fields before the file must have at most ${fieldsBytesMax} bytes`));
    }
  };
  request.pipe(parser);
  request.on('data', countFields);
  return promise.finally(() => {
    clearTimeout(late);
    evicted.removeEventListener('abort', giveWay);
    request.off('data', countFields);
  });
}

/**
 * Reads a file, which ends with its form only: nothing is stored of a form that is malformed, or has a second file, behind
 * the first one.
 */
async function* whole(file: Readable, rate: MinimumRate, end: Promise<void>): AsyncGenerator<Uint8Array> {
  const credit = createRateCredit(rate);
  const tooSlowFile = () => tooSlow(`the file is sent at less than ${rate.bytesPerSecond} bytes a second`);
  const chunks = file.iterator();
  try {
    for (;;) {
      const startMs = performance.now();
      const late = setTimeout(() => file.destroy(tooSlowFile()), credit.leftMs());
      const next = await chunks.next().finally(() => clearTimeout(late));
      if (next.done) break;
      credit.received(next.value.length, performance.now() - startMs);
      yield next.value;
    }
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(tooSlowFile()), credit.leftMs());
    await Promise.race([end, late.promise]).finally(() => clearTimeout(timer));
  } catch (error) {
    throw error instanceof UploadError ? error : cutOff();
  } finally {
    await chunks.return?.();
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
