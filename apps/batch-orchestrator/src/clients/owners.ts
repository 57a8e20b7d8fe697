import {
  type BatchItemKind,
  failureOf,
  type ItemVerdict,
  type RecordFailure,
  type Scope,
  submissions,
} from '@redline/contracts';
import { type Bus, BusError, call } from '@redline/service-kit/bus';
import type { z } from 'zod';
import { imageBodyOf, textBodyOf, videoBodyOf } from '../domain/check-body.ts';
import type { BatchPlace, ItemContent } from '../domain/submitted.ts';
import { imageVerdictOf, textVerdictOf, videoVerdictOf } from '../domain/verdicts.ts';

/** A check of one item, at its owner. */
export interface OwnedCheck {
  readonly checkId: string;
  readonly scope: Scope;
  readonly requestId: string;
}

/** A check that is submitted to its owner. */
export interface OfferedCheck extends OwnedCheck {
  readonly batchId: string;
  readonly item: ItemContent;
  readonly place: BatchPlace;
}

export type Offered =
  | { readonly outcome: 'taken' }
  | { readonly outcome: 'refused'; readonly sentence: string };

export type FoundCheck =
  | { readonly status: 'processing' | 'not_found' }
  | { readonly status: 'failed'; readonly failure: RecordFailure }
  | { readonly status: 'completed'; readonly verdict: ItemVerdict };

/** The owner of the checks of one kind of item. Each call throws a BusError if the owner does not answer. */
export interface CheckOwner {
  /** Has the check's record inserted; the same answer for the same id, however often. */
  readonly offer: (check: OfferedCheck) => Promise<Offered>;
  /** Takes back what was offered and has no job. */
  readonly withdraw: (check: OwnedCheck) => Promise<void>;
  /** Deletes a check, and cancels it if it is processing. */
  readonly remove: (check: OwnedCheck) => Promise<void>;
  readonly lookUp: (check: OwnedCheck) => Promise<FoundCheck>;
}

/** Past this time the owner refuses a submission, so that a late one changes nothing. */
const offerMs = 3_000;

type Requests<K extends BatchItemKind> = (typeof submissions)[K]['requests'];
type Prepare<K extends BatchItemKind> = Requests<K>['prepare'];
type RecordOf<K extends BatchItemKind> = Extract<
  z.output<Requests<K>['get']['reply']>,
  { outcome: 'found' }
>['record'];

/** The differences between the kinds of items. */
interface ItemKind<K extends BatchItemKind> {
  /** Builds the body of a check from an item. */
  readonly bodyOf: (item: ItemContent, place: BatchPlace) => z.input<Prepare<K>['request']>['check'];
  /** Returns the verdict of a completed check; null if its record has none. */
  readonly verdictOf: (record: RecordOf<K>) => ItemVerdict | null;
}

/** Returns the owners of checks, by kind of item. */
export function checkOwners(bus: Bus): Record<BatchItemKind, CheckOwner> {
  return {
    text: ownerOf(bus, 'text', { bodyOf: textBodyOf, verdictOf: textVerdictOf }),
    image: ownerOf(bus, 'image', { bodyOf: imageBodyOf, verdictOf: imageVerdictOf }),
    video: ownerOf(bus, 'video', { bodyOf: videoBodyOf, verdictOf: videoVerdictOf }),
  };
}

function ownerOf<K extends BatchItemKind>(bus: Bus, kind: K, { bodyOf, verdictOf }: ItemKind<K>): CheckOwner {
  const { requests } = submissions[kind as BatchItemKind];
  return {
    async offer({ checkId: operationId, batchId, scope, requestId, item, place }) {
      const deadlineMs = Date.now() + offerMs;
      // The compiler cannot see that the body of a kind and the row of the same kind belong together.
      const payload = { operationId, scope, batchId, deadlineMs, check: bodyOf(item, place) } as z.input<
        Prepare<BatchItemKind>['request']
      >;
      return offered(await call(bus, requests.prepare, payload, { requestId }));
    },
    async withdraw({ checkId: operationId, requestId }) {
      await call(bus, requests.abandon, { operationId, reason: 'refused' }, { requestId });
    },
    async remove({ checkId: id, scope, requestId }) {
      await call(bus, requests.delete, { scope, id }, { requestId });
    },
    async lookUp({ checkId: id, scope, requestId }) {
      const reply = await call(bus, requests.get, { scope, id }, { requestId });
      return reply.outcome === 'found'
        ? lookedUp(reply.record as RecordOf<K>, verdictOf)
        : { status: 'not_found' };
    },
  };
}

/** @throws BusError if the owner got the submission too late, as if it had not answered */
function offered(reply: z.output<Prepare<BatchItemKind>['reply']>): Offered {
  switch (reply.outcome) {
    case 'prepared':
      return { outcome: 'taken' };
    case 'refused':
      return { outcome: 'refused', sentence: reply.message };
    case 'too_late':
      throw new BusError('unavailable', 'an owner took too long to take an item');
  }
}

function lookedUp<R extends { readonly status: string; readonly failure?: RecordFailure | null | undefined }>(
  record: R,
  verdictOf: (record: R) => ItemVerdict | null,
): FoundCheck {
  if (record.status === 'processing') return { status: 'processing' };
  const verdict = record.status === 'completed' ? verdictOf(record) : null;
  return verdict
    ? { status: 'completed', verdict }
    : { status: 'failed', failure: record.failure ?? failureOf(null) };
}
