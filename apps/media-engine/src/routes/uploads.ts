import type { FastifyInstance } from 'fastify';
import { type FormFields, formFields } from '../domain/uploads/upload-policy.ts';
import { type ArrivingUpload, type ReceivedUpload, UploadError } from '../handlers/uploads/receive-upload.ts';
import { sendFailure } from './failure.ts';
import { readForm } from './read-form.ts';

export interface UploadRouteOptions {
  readonly receive: (upload: ArrivingUpload) => Promise<ReceivedUpload>;
  /** Uploads received at the same time. */
  readonly concurrency: number;
}

/** `POST /uploads`: the form of documents 1 to 3. */
export function registerUploads(app: FastifyInstance, { receive, concurrency }: UploadRouteOptions): void {
  let running = 0;
  // The route reads the body itself, as fast as the store takes it.
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
  app.post('/uploads', { config: { longBody: true } }, async (request, reply) => {
    if (running >= concurrency) {
      reply.header('retry-after', 1);
      const message = 'too many files are being uploaded; it is safe to retry';
      return sendFailure(request, reply, { code: 'internal', message });
    }
    running += 1;
    try {
      const { fields, file } = await readForm(request.raw);
      const length = Number(request.headers['content-length']);
      const declaredBytes = Number.isSafeInteger(length) ? length : undefined;
      const data = await receive({ fields: required(fields), file, declaredBytes });
      return reply.status(201).header('cache-control', 'no-store').send({ success: true, data });
    } catch (error) {
      if (!(error instanceof UploadError)) throw error;
      return sendFailure(request, reply, error);
    } finally {
      running -= 1;
      // The rest of the body is read and dropped, so that the reply arrives before the connection ends.
      request.raw.unpipe();
      request.raw.resume();
    }
  });
}

function required(fields: ReadonlyMap<string, string>): FormFields {
  const missing = formFields.filter((name) => !fields.get(name));
  if (missing.length > 0) {
    throw new UploadError(
      'invalid_request',
      `the form lacks ${missing.join(', ')}; all fields come before the file`,
    );
  }
  return Object.fromEntries(formFields.map((name) => [name, fields.get(name)])) as FormFields;
}
