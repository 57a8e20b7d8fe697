import { setTimeout as sleep } from 'node:timers/promises';
import { failureOf, idPrefixes, type RecordFailure } from '@redline/contracts';
import { createId } from '@redline/service-kit/ids';
import type { FastifyRequest } from 'fastify';
import type { CallContext } from '../clients/call-context.ts';
import type { EndedRecords } from '../clients/ended-records.ts';
import { expireImageCheck } from '../clients/expire-image.ts';
import { getRecord, type ItemOf, type RecordOf } from '../clients/records.ts';
import { submissionPorts } from '../clients/submission-ports.ts';
import { tryCall } from '../clients/try-call.ts';
import { awaitVerdict, type Verdict, type VerdictLimits } from '../domain/verdict-wait.ts';
import { RequestError } from './failure.ts';
import { type BodyOf, recordKinds, recordRoutes, submittedFields } from './records.ts';
import { creditCostOf, type SubmissionDeps, submitOnce } from './submission.ts';
import { succeeded } from './success.ts';

export interface ImageDeps extends SubmissionDeps {
  readonly endedRecords: EndedRecords;
  readonly verdictLimits: VerdictLimits;
  readonly onVerdict: (end: Verdict<unknown>['end']) => void;
}

/** The fields of an image check that are the same on every site, and known without its owner. */
interface KnownFields {
  readonly id: string;
  readonly riskLevel: null;
  readonly image: RecordOf<'image'>['image'];
  readonly labels: never[];
  readonly coverage: never[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly status: 'processing' | 'failed';
  readonly failure: RecordFailure | null;
}

/** Builds the record of a check whose owner does not answer. */
export type FallbackRecord<R, B> = (known: KnownFields, body: B) => R;

/**
 * Returns the handlers of the image checks of a site.
 * @param object the type name of its records
 * @template R a record, and `I` a list item, as the site's contract types them; `B` a submission
 */
export function imageCheckRoutes<
  R extends RecordOf<'image'>,
  I extends ItemOf<'image'>,
  B extends BodyOf<'image'>,
>(object: R['object'], deps: ImageDeps, fallbackRecord: FallbackRecord<R, B>) {
  return {
    ...recordRoutes<'image', R, I>('image', object, deps),

    /** Submits a check and waits for its end. */
    async create({ body, request }: { readonly body: B; readonly request: FastifyRequest }) {
      const { payload } = await submitOnce(deps, request, {
        item: recordKinds.image.item,
        body,
        newOperationId: () => createId(idPrefixes.image),
        owner: (operationId, context) =>
          submissionPorts(context, 'image', operationId, submittedFields('image', body)),
        async accepted(id, { context, charged }) {
          const verdict = await verdictOf<R>(deps, context, id, request.server.answerNow);
          deps.onVerdict(verdict.end);
          const cost = creditCostOf(charged);
          if (verdict.end === 'read') return { payload: { ...verdict.record, ...cost } };
          const failure = verdict.end === 'failed' ? failureOf(verdict.reason) : null;
          // A retry reads it again.
          return {
            payload: { ...fallbackRecord(knownFields(id, body, failure), body), ...cost },
            isOpen: failure === null,
          };
        },
        readAgain: async (id, context, cost) => ({ ...(await readAgain<R>(context, id)), ...cost }),
      });
      return succeeded(201, payload);
    },
  };
}

/** Reads the record for a retry. One that is gone stays gone: its check is not made, nor charged, again. */
async function readAgain<R extends RecordOf<'image'>>(context: CallContext, id: string): Promise<R> {
  const record = await getRecord<'image', R>(context, 'image', { id });
  if (record) return record;
  throw new RequestError({
    code: 'not_found',
    message: `the image check ${JSON.stringify(id)} of this Idempotency-Key is deleted; send a new key to check the image again`,
  });
}

function verdictOf<R extends RecordOf<'image'>>(
  { bus, endedRecords, verdictLimits }: ImageDeps,
  context: CallContext,
  id: string,
  answerNow: AbortSignal,
): Promise<Verdict<R>> {
  const readEnded = async () => {
    const record = await getRecord<'image', R>(context, 'image', { id });
    return record?.status === 'processing' ? undefined : record;
  };
  return awaitVerdict<R>(
    {
      now: () => Date.now(),
      wait: (ms) => sleep(ms).then(() => undefined),
      hasEnded: (withinMs) => endedRecords.hasEnded(id, withinMs),
      readEnded: () => tryCall(readEnded),
      mustAnswer: () => answerNow.aborted,
      expire: () => expireImageCheck(bus, id, context.requestId),
    },
    verdictLimits,
  );
}

function knownFields(id: string, body: BodyOf<'image'>, failure: KnownFields['failure']): KnownFields {
  const at = new Date().toISOString();
  const image = {
    url: body.imageUrl,
    title: body.imageTitle,
    sizeBytes: body.imageSize,
    width: body.imageWidth ?? null,
    height: body.imageHeight ?? null,
  };
  const status = failure ? 'failed' : 'processing';
  return {
    id,
    status,
    failure,
    riskLevel: null,
    image,
    labels: [],
    coverage: [],
    createdAt: at,
    updatedAt: at,
  };
}
