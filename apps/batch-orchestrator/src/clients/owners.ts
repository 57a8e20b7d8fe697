import {
  type BatchItemKind,
  type ItemVerdict,
  imageRequests,
  type Scope,
  textRequests,
  videoRequests,
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

/** What an owner is given. */
export interface OfferedCheck extends OwnedCheck {
  readonly batchId: string;
  readonly item: ItemContent;
  readonly place: BatchPlace;
}

export type Offered =
  | { readonly outcome: 'taken' }
  | { readonly outcome: 'refused'; readonly reason: string };

export type LookedUp =
  | { readonly status: 'processing' | 'failed' | 'not_found' }
  | { readonly status: 'completed'; readonly verdict: ItemVerdict };

/** Who checks the items of one kind. Each question fails with a BusError when the owner does not answer. */
export interface CheckOwner {
  /** Has the check's record inserted; the same answer for the same id, however often. */
  readonly offer: (check: OfferedCheck) => Promise<Offered>;
  /** Takes back what was offered and has no job. */
  readonly withdraw: (check: OwnedCheck) => Promise<void>;
  /** Deletes a check, and cancels it if it is processing. */
  readonly remove: (check: OwnedCheck) => Promise<void>;
  readonly lookUp: (check: OwnedCheck) => Promise<LookedUp>;
}

/** An owner that does not act on a record in time does not act on it at all. */
const offerMs = 3_000;

type Prepare = typeof textRequests.prepare | typeof imageRequests.prepare | typeof videoRequests.prepare;

function offered({ outcome, ...reply }: z.output<Prepare['reply']>): Offered {
  if (outcome === 'too_late') throw new BusError('unavailable', 'an owner took too long to take an item');
  return outcome === 'prepared'
    ? { outcome: 'taken' }
    : { outcome, reason: 'message' in reply ? reply.message : outcome };
}

const submissionOf = ({ checkId, batchId, scope }: OfferedCheck) => ({
  ...{ operationId: checkId, scope, batchId, deadlineMs: Date.now() + offerMs },
});

/** The owners of checks, by what they check. */
export function checkOwners(bus: Bus): Record<BatchItemKind, CheckOwner> {
  return { text: textOwner(bus), image: imageOwner(bus), video: videoOwner(bus) };
}

const withdraw =
  (bus: Bus, { abandon }: Pick<typeof textRequests, 'abandon'>): CheckOwner['withdraw'] =>
  async ({ checkId, requestId }) =>
    void (await call(bus, abandon, { operationId: checkId, reason: 'refused' }, { requestId }));

const remove =
  (bus: Bus, requests: Pick<typeof textRequests, 'delete'>): CheckOwner['remove'] =>
  async ({ checkId: id, scope, requestId }) =>
    void (await call(bus, requests.delete, { scope, id }, { requestId }));

function textOwner(bus: Bus): CheckOwner {
  return {
    async offer(check) {
      const { requestId } = check;
      const submission = { ...submissionOf(check), check: textBodyOf(check.item, check.place) };
      return offered(await call(bus, textRequests.prepare, submission, { requestId }));
    },
    withdraw: withdraw(bus, textRequests),
    remove: remove(bus, textRequests),
    async lookUp({ checkId: id, scope, requestId }) {
      const reply = await call(bus, textRequests.get, { scope, id }, { requestId });
      return reply.outcome === 'found' ? looked(reply.record, textVerdictOf) : { status: 'not_found' };
    },
  };
}

function imageOwner(bus: Bus): CheckOwner {
  return {
    async offer(check) {
      const { requestId } = check;
      const submission = { ...submissionOf(check), check: imageBodyOf(check.item, check.place) };
      return offered(await call(bus, imageRequests.prepare, submission, { requestId }));
    },
    withdraw: withdraw(bus, imageRequests),
    remove: remove(bus, imageRequests),
    async lookUp({ checkId: id, scope, requestId }) {
      const reply = await call(bus, imageRequests.get, { scope, id }, { requestId });
      return reply.outcome === 'found' ? looked(reply.record, imageVerdictOf) : { status: 'not_found' };
    },
  };
}

function videoOwner(bus: Bus): CheckOwner {
  return {
    async offer(check) {
      const { requestId } = check;
      const submission = { ...submissionOf(check), check: videoBodyOf(check.item, check.place) };
      return offered(await call(bus, videoRequests.prepare, submission, { requestId }));
    },
    withdraw: withdraw(bus, videoRequests),
    remove: remove(bus, videoRequests),
    async lookUp({ checkId: id, scope, requestId }) {
      const reply = await call(bus, videoRequests.get, { scope, id }, { requestId });
      return reply.outcome === 'found' ? looked(reply.record, videoVerdictOf) : { status: 'not_found' };
    },
  };
}

function looked<R extends { readonly status: string }>(
  record: R,
  verdictOf: (record: R) => ItemVerdict | null,
): LookedUp {
  if (record.status === 'processing') return { status: 'processing' };
  const verdict = record.status === 'completed' ? verdictOf(record) : null;
  return verdict ? { status: 'completed', verdict } : { status: 'failed' };
}
