import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { idempotencyKeyPattern } from '@redline/contracts';
import type { Logger } from '@redline/service-kit/log';
import type { FastifyRequest } from 'fastify';
import { charge } from '../clients/billing.ts';
import type { CallContext } from '../clients/call-context.ts';
import {
  bodyHashOf,
  type Claim,
  type ClaimPorts,
  type Once,
  type RunResult,
  runOnce,
} from '../domain/idempotency.ts';
import { type SagaLimits, type Submission, type SubmissionPorts, submit } from '../domain/saga.ts';
import { noteOperation } from './access-fields.ts';
import { RequestError } from './failure.ts';
import { pathOf } from './rate-limit.ts';
import { noteReplay } from './replays.ts';
import { type ScopeDeps, writeContext } from './scope.ts';

export interface SubmissionDeps extends ScopeDeps {
  readonly log: Logger;
  readonly claims: Omit<ClaimPorts, 'now' | 'wait' | 'mustAnswer'>;
  readonly limits: SagaLimits;
  readonly leaseMs: number;
  readonly onEnd: (item: string, end: Submission['end']) => void;
}

/** The parts of a submission that differ between kinds. */
export interface Order<T> {
  /** For the metrics: `text_check`. */
  readonly item: string;
  /** As the contract read it. */
  readonly body: unknown;
  readonly newOperationId: () => string;
  readonly owner: (
    operationId: string,
    context: CallContext,
  ) => Pick<SubmissionPorts, 'prepare' | 'publish' | 'abandon'>;
  /** Builds the 201, once the record is sure to reach its end. */
  readonly accepted: (operationId: string, accepted: Accepted) => Answer<T> | Promise<Answer<T>>;
  /**
   * Reads the payload again for a retry with the same `Idempotency-Key`. To be given if the payload has content of the
   * record, or leads to it: then only the id and the credits taken are kept, so that nothing of a record outlives its
   * deletion.
   * @throws RequestError if the record is gone
   */
  readonly readAgain?: (operationId: string, context: CallContext, cost: CreditCost) => Promise<T>;
  /** True if the owner measures a file before it answers. */
  readonly measures?: boolean;
}

/** The credits that a submission took, as a field of its answer; none if the answer of billing was lost. */
export interface CreditCost {
  readonly creditCost?: number;
}

/** Returns the credits taken as a field of an answer. */
export const creditCostOf = (charged: number | undefined): CreditCost =>
  charged === undefined ? {} : { creditCost: charged };

interface Accepted {
  readonly context: CallContext;
  /** The credits taken; undefined if the answer of billing was lost. */
  readonly charged: number | undefined;
}

interface Answer<T> {
  readonly payload: T;
  /** True if a retry with the same `Idempotency-Key` reads the record again instead of repeating this answer. */
  readonly isOpen?: boolean;
}

/** A submission that was accepted, now or before. */
export interface Submitted<T> {
  /** Id of the record, or of the rewrite. */
  readonly operationId: string;
  /** Payload of the 201. */
  readonly payload: T;
  /** True if an earlier request with the same `Idempotency-Key` has made it. */
  readonly isReplay: boolean;
}

/** The end of one run of a submission. */
type Ran<T> =
  | { readonly end: 'answered'; readonly answer: Answer<T> }
  | { readonly end: 'not_accepted'; readonly value: Exclude<Submission, { readonly end: 'accepted' }> };

const clock = { now: () => Date.now(), wait: (ms: number) => sleep(ms).then(() => undefined) };
/** A waiting request outlasts the lease it waits for and one more run by another waiting request. */
const waitPastLeaseMs = 25_000;

/**
 * Takes a validated submission through the saga, once for its `Idempotency-Key` if it has one.
 * @throws RequestError for every answer but a 201
 */
export async function submitOnce<T>(
  deps: SubmissionDeps,
  request: FastifyRequest,
  order: Order<T>,
): Promise<Submitted<T>> {
  const key = idempotencyKeyOf(request);
  const context = await writeContext(deps, request);
  const limits = order.measures ? { ...deps.limits, prepareMs: deps.limits.measureMs } : deps.limits;
  const run = async (operationId: string, resumed: boolean): Promise<RunResult<Ran<T>>> => {
    noteOperation(request, operationId);
    const ports: SubmissionPorts = {
      ...clock,
      ...order.owner(operationId, context),
      charge: (lines, deadlineMs) => charge(context, { operationId, lines, deadlineMs }),
    };
    const value = await submit(ports, resumed, limits);
    deps.onEnd(order.item, value.end);
    if (value.end === 'failed')
      deps.log.warn({ requestId: request.id, operationId, ...value }, 'a submission failed');
    if (value.end !== 'accepted') return { value: { end: 'not_accepted', value }, next: nextOf(value) };
    const answer = await order.accepted(operationId, { context, charged: value.charged });
    const next = answer.isOpen ? 'open' : storedAnswerOf(order, answer, value.charged);
    return { value: { end: 'answered', answer }, next };
  };
  if (key === undefined) {
    const operationId = order.newOperationId();
    return { operationId, payload: payloadOf((await run(operationId, false)).value), isReplay: false };
  }
  return submitClaimed(deps, request, order, { key, context }, run);
}

async function submitClaimed<T>(
  deps: SubmissionDeps,
  request: FastifyRequest,
  order: Order<T>,
  { key, context }: { readonly key: string; readonly context: CallContext },
  run: (operationId: string, resumed: boolean) => Promise<RunResult<Ran<T>>>,
): Promise<Submitted<T>> {
  const claim: Claim = {
    ...context.scope,
    key,
    // Decoded as the router decodes it: one route and record are one claim, however the path is encoded.
    route: `${request.method} ${decodeURIComponent(pathOf(request))}`,
    bodyHash: bodyHashOf(order.body),
    runId: randomUUID(),
    operationId: order.newOperationId(),
  };
  const mustAnswer = () => request.server.answerNow.aborted;
  const ports = { ...clock, ...deps.claims, mustAnswer };
  const once = await runOnce(claim, ports, deps.leaseMs + waitPastLeaseMs, run);
  switch (once.end) {
    case 'ran':
      return { operationId: once.operationId, payload: payloadOf(once.value), isReplay: false };
    case 'repeated': {
      noteOperation(request, once.operationId);
      const payload = await repeatedPayload(order, context, once);
      noteReplay(request);
      return { operationId: once.operationId, payload, isReplay: true };
    }
    case 'reused':
      throw new RequestError({
        code: 'idempotency_key_reused',
        message: 'this Idempotency-Key was used with another body; send a new key',
      });
    case 'still_busy':
      throw new RequestError({
        code: 'internal',
        message: 'the first request with this Idempotency-Key is still under way; it is safe to retry',
      });
  }
}

function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return undefined;
  if (typeof header === 'string' && idempotencyKeyPattern.test(header)) return header;
  throw new RequestError({
    code: 'invalid_request',
    message: 'Idempotency-Key must be 1 to 255 visible ASCII characters',
  });
}

const storedAnswerOf = <T>({ readAgain }: Order<T>, { payload }: Answer<T>, charged: number | undefined) => ({
  keep: { status: 201, body: JSON.stringify(readAgain ? creditCostOf(charged) : payload) },
});

/** An order that reads again does so whatever is kept: rows of older versions have no body, or the record in it. */
async function repeatedPayload<T>(
  { readAgain }: Order<T>,
  context: CallContext,
  { operationId, answer }: Extract<Once<unknown>, { end: 'repeated' }>,
): Promise<T> {
  if (readAgain) return readAgain(operationId, context, keptCost(answer.body));
  if (answer.body === null) throw new Error(`the answer of operation ${operationId} was not kept`);
  return JSON.parse(answer.body);
}

function keptCost(body: string | null): CreditCost {
  const kept: unknown = body === null ? null : JSON.parse(body);
  const cost =
    kept !== null && typeof kept === 'object' && 'creditCost' in kept ? kept.creditCost : undefined;
  return creditCostOf(typeof cost === 'number' ? cost : undefined);
}

function nextOf(value: Extract<Ran<unknown>, { end: 'not_accepted' }>['value']): 'over' | 'open' {
  return value.end === 'failed' && !value.settled ? 'open' : 'over';
}

function payloadOf<T>(ran: Ran<T>): T {
  if (ran.end === 'answered') return ran.answer.payload;
  if (ran.value.end === 'refused') throw new RequestError(ran.value.refusal);
  throw new RequestError({
    code: 'internal',
    message: 'the submission failed on our side and costs nothing; it is safe to retry',
  });
}
