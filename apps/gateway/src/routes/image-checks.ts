import { setTimeout as sleep } from 'node:timers/promises';
import { type ImageCheckFilter, idPrefixes, type Scope } from '@redline/contracts';
import { createId } from '@redline/service-kit/ids';
import type { FastifyRequest } from 'fastify';
import { asked } from '../clients/asked.ts';
import type { EndedImages } from '../clients/ended-images.ts';
import {
  deleteImageCheck,
  expireImageCheck,
  getImageCheck,
  type ImageCheckItem,
  type ImageCheckRecord,
  type ImageSubmission,
  imageSubmission,
  listImageChecks,
} from '../clients/images.ts';
import { awaitVerdict, type Verdict, type VerdictLimits } from '../domain/verdict-wait.ts';
import { storedChecks } from './checks.ts';
import { type SubmissionDeps, scopeOf, submitOnce } from './submission.ts';

export interface ImageDeps extends SubmissionDeps {
  readonly endedImages: EndedImages;
  readonly verdictLimits: VerdictLimits;
  readonly onVerdict: (end: Verdict<unknown>['end']) => void;
}

/** What of an image check is known without its owner. */
interface SharedParts {
  readonly id: string;
  readonly riskLevel: null;
  readonly image: ImageCheckRecord['image'];
  readonly labels: never[];
  readonly coverage: never[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly status: 'processing' | 'failed';
}

/**
 * The image checks of a site.
 * @param object the name of its records
 * @param unread a record whose owner cannot be asked for it, from what is known all the same
 * @template R a record, and `I` a list item, as its contract has them; `B` a submission
 */
export function imageChecks<
  R extends ImageCheckRecord,
  I extends ImageCheckItem,
  B extends ImageSubmission['check'],
>(object: R['object'], deps: ImageDeps, unread: (known: SharedParts, check: B) => R) {
  const { bus } = deps;
  const stored = storedChecks<R, I, ImageCheckFilter>({
    prefix: idPrefixes.image,
    noun: 'image check',
    object,
    list: (scope, page, requestId) => listImageChecks<I>(bus, scope, page, requestId),
    remove: (scope, id, requestId) => deleteImageCheck(bus, scope, id, requestId),
  });
  return {
    ...stored,

    /** Submits a check and waits for its end. */
    submit: (request: FastifyRequest, check: B) =>
      submitOnce(deps, request, {
        item: 'image_check',
        body: check,
        newOperationId: () => createId(idPrefixes.image),
        owner: (operationId, scope) =>
          imageSubmission(bus, { operationId, scope, check, requestId: request.id }),
        async accepted(id, { scope }) {
          const verdict = await verdictOf<R>(deps, { id, scope, requestId: request.id });
          deps.onVerdict(verdict.end);
          if (verdict.end === 'read') return { payload: verdict.record };
          const status = verdict.end === 'failed' ? 'failed' : 'processing';
          // A retry looks again.
          return { payload: unread(knownOf(id, check, status), check), isOpen: status === 'processing' };
        },
      }),

    get: (request: FastifyRequest, id: string) =>
      stored.found(id, () => getImageCheck<R>(bus, scopeOf(request), id, request.id)),
  };
}

function verdictOf<R extends ImageCheckRecord>(
  { bus, endedImages, verdictLimits }: ImageDeps,
  { id, scope, requestId }: { readonly id: string; readonly scope: Scope; readonly requestId: string },
): Promise<Verdict<R>> {
  const readEnded = async () => {
    const record = await getImageCheck<R>(bus, scope, id, requestId);
    return record?.status === 'processing' ? undefined : record;
  };
  return awaitVerdict<R>(
    {
      now: () => Date.now(),
      wait: (ms) => sleep(ms).then(() => undefined),
      told: (withinMs) => endedImages.told(id, withinMs),
      readEnded: () => asked(readEnded),
      expire: () => expireImageCheck(bus, id, requestId),
    },
    verdictLimits,
  );
}

function knownOf(id: string, check: ImageSubmission['check'], status: SharedParts['status']): SharedParts {
  const at = new Date().toISOString();
  const image = {
    url: check.imageUrl,
    title: check.imageTitle,
    sizeBytes: check.imageSize,
    width: check.imageWidth ?? null,
    height: check.imageHeight ?? null,
  };
  return { id, status, riskLevel: null, image, labels: [], coverage: [], createdAt: at, updatedAt: at };
}
