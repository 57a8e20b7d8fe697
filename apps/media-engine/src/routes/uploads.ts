import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type FormFields, formFields } from '../domain/uploads/upload-policy.ts';
import { createUploadSlots, type NoSlot, type SlotLimits } from '../domain/uploads/upload-slots.ts';
import type { ArrivingUpload, ReceivedUpload } from '../handlers/uploads/receive-upload.ts';
import { UploadError } from '../handlers/uploads/upload-error.ts';
import type { VerifiedForm } from '../handlers/uploads/verify-upload.ts';
import { sendFailure } from './failure.ts';
import { type FormLimits, readForm } from './read-form.ts';

export interface UploadLimits extends SlotLimits, FormLimits {}

export interface UploadRouteOptions {
  /** @throws UploadError for a form that may upload nothing */
  readonly verify: (fields: FormFields, declaredBytes: number | undefined) => VerifiedForm;
  readonly receive: (upload: ArrivingUpload) => Promise<ReceivedUpload>;
  readonly limits: UploadLimits;
}

/** `POST /uploads`: the form of documents 1 to 3. */
export function registerUploads(app: FastifyInstance, { verify, receive, limits }: UploadRouteOptions): void {
  const slots = createUploadSlots(limits);
  // The route reads the body itself, as fast as the store takes it.
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
  app.post('/uploads', { config: { longBody: true } }, async (request, reply) => {
    const evicted = new AbortController();
    const slot = slots.enter(clientOf(request), () => evicted.abort(gaveWay()));
    try {
      if (typeof slot === 'string') throw noSlot(slot);
      const { fields, file } = await readForm(request.raw, limits, {
        evicted: evicted.signal,
        closing: request.server.answerNow,
      });
      const length = Number(request.headers['content-length']);
      const form = verify(required(fields), Number.isSafeInteger(length) ? length : undefined);
      const refused = slot.begin(form.account);
      if (refused) throw noSlot(refused);
      const data = await receive({ ...form, file });
      return reply.status(201).header('cache-control', 'no-store').send({ success: true, data });
    } catch (error) {
      if (!(error instanceof UploadError)) throw error;
      return sendFailure(request, reply, error);
    } finally {
      if (typeof slot !== 'string') slot.leave();
      // The rest of the body is read and dropped, so that the reply arrives before the connection ends.
      request.raw.unpipe();
      request.raw.resume();
    }
  });
}

const clientNameMax = 64;

/** Returns the network of a client as the gateway names it, which alone can reach this server. */
function clientOf(request: FastifyRequest): string {
  const network = request.headers['x-client-network'];
  return typeof network === 'string' ? network.slice(0, clientNameMax) : request.ip;
}

const busySeconds = 1;
/** Uploads of a client end sooner or later, not at once. */
const ownSeconds = 5;
const refusals: Readonly<Record<NoSlot, () => UploadError>> = {
  all_taken: () =>
    new UploadError('internal', 'too many files are being uploaded; it is safe to retry', {
      retryAfterSeconds: busySeconds,
    }),
  client_full: () => tooMany('this address'),
  account_full: () => tooMany('this account'),
};
const noSlot = (reason: NoSlot) => refusals[reason]();

const tooMany = (whose: string) =>
  new UploadError('rate_limited', `too many files are being uploaded from ${whose} at the same time`, {
    retryAfterSeconds: ownSeconds,
  });

const gaveWay = () =>
  new UploadError('rate_limited', 'the form had no file yet and gave way to those of others; send it again', {
    retryAfterSeconds: busySeconds,
  });

function required(fields: ReadonlyMap<string, string>): FormFields {
  const missing = formFields.filter((name) => !fields.get(name));
  if (missing.length > 0) {
    throw new UploadError(
      'invalid_request',
      `the form lacks ${missing.join(', ')}; all fields come before the file`,
      { fields: missing },
    );
  }
  return Object.fromEntries(formFields.map((name) => [name, fields.get(name)])) as FormFields;
}
