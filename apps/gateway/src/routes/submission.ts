import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { idempotencyKeyPattern, type Scope } from '@redline/contracts';
import type { Bus } from '@redline/service-kit/bus';
import type { Logger } from '@redline/service-kit/log';
import type { FastifyRequest } from 'fastify';
import { charge } from '../clients/billing.ts';
import { bodyHashOf, type Claim, type ClaimPorts, type RunResult, runOnce } from '../domain/idempotency.ts';
import { type SagaLimits, type Submission, type SubmissionPorts, submit } from '../domain/saga.ts';
import { RequestFailure } from './failure.ts';
import { pathOf } from './rate-limit.ts';

export interface SubmissionDeps {
  readonly bus: Bus;
  readonly log: Logger;
  readonly claims: Omit<ClaimPorts, 'now' | 'wait'>;
  /** False when the key has no more scopes to open. */
  readonly openScope: (scope: Scope, keyId: string) => Promise<boolean>;
  readonly limits: SagaLimits;
  readonly leaseMs: number;
  readonly onEnd: (item: string, end: Submission['end']) => void;
}

/** What differs between the kinds of submissions. */
export interface Order<T> {
  /** For the metrics: `text_check`. */
  readonly item: string;
  /** As the contract read it. */
  readonly body: unknown;
  readonly newOperationId: () => string;
  readonly owner: (
    operationId: string,
    scope: Scope,
  ) => Pick<SubmissionPorts, 'prepare' | 'publish' | 'abandon'>;
  /** The 201, once the record will surely reach its end. */
  readonly accepted: (operationId: string, accepted: Accepted) => Answer<T> | Promise<Answer<T>>;
  /** The owner looks at a file before it answers. */
  readonly measures?: true;
}

interface Accepted {
  readonly scope: Scope;
  /** The credits taken; not known where an answer of billing was lost. */
  readonly charged: number | undefined;
}

interface Answer<T> {
  readonly payload: T;
  /** A retry with the same `Idempotency-Key` does not hear it again, but looks again. */
  readonly isOpen?: boolean;
}

/** A submission that was run, with its answer if there is one. */
type Ran<T> =
  | { readonly end: 'answered'; readonly answer: Answer<T> }
  | { readonly end: 'not_accepted'; readonly value: Exclude<Submission, { readonly end: 'accepted' }> };

const clock = { now: () => Date.now(), wait: (ms: number) => sleep(ms).then(() => undefined) };
/** A waiter outlasts the lease of the one it waits for and a run by another waiter. */
const waitPastLeaseMs = 25_000;

/** The scope that a request acts in. */
export function scopeOf(request: FastifyRequest): Scope {
  if (!request.admitted) throw new Error('the request was not admitted');
  const { facts, tenantId } = request.admitted;
  return { accountId: facts.accountId, siteId: facts.siteId, tenantId };
}

/**
 * The scope that a request writes in, opened if it was not.
 * @throws RequestFailure when the key has no more scopes to open
 */
export async function openedScope(
  { openScope }: Pick<SubmissionDeps, 'openScope'>,
  request: FastifyRequest,
): Promise<Scope> {
  const scope = scopeOf(request);
  if (await openScope(scope, request.admitted?.facts.keyId ?? '')) return scope;
  throw new RequestFailure({
    code: 'tenant_scope_limit',
    message: 'this API key has opened as many tenant scopes as it may',
  });
}

/**
 * Takes a validated submission through the saga, once for its `Idempotency-Key` if it has one.
 * @returns the payload of the 201
 * @throws RequestFailure for everything else that the client is told
 */
export async function submitOnce<T>(
  deps: SubmissionDeps,
  request: FastifyRequest,
  order: Order<T>,
): Promise<T> {
  const key = idempotencyKeyOf(request);
  const scope = await openedScope(deps, request);
  const limits = order.measures ? { ...deps.limits, prepareMs: deps.limits.measureMs } : deps.limits;
  const run = async (operationId: string, resumed: boolean): Promise<RunResult<Ran<T>>> => {
    const ports: SubmissionPorts = {
      ...clock,
      ...order.owner(operationId, scope),
      charge: (lines, deadlineMs) =>
        charge(deps.bus, { operationId, scope, lines, deadlineMs, requestId: request.id }),
    };
    const value = await submit(ports, resumed, limits);
    deps.onEnd(order.item, value.end);
    if (value.end === 'failed')
      deps.log.warn({ requestId: request.id, operationId, ...value }, 'a submission failed');
    if (value.end !== 'accepted') return { value: { end: 'not_accepted', value }, next: nextOf(value) };
    const answer = await order.accepted(operationId, { scope, charged: value.charged });
    return { value: { end: 'answered', answer }, next: answer.isOpen ? 'open' : keptOf(answer) };
  };
  if (key === undefined) return payloadOf((await run(order.newOperationId(), false)).value);
  return submitClaimed(deps, request, order, { key, scope }, run);
}

async function submitClaimed<T>(
  deps: SubmissionDeps,
  request: FastifyRequest,
  order: Order<T>,
  named: { readonly key: string; readonly scope: Scope },
  run: (operationId: string, resumed: boolean) => Promise<RunResult<Ran<T>>>,
): Promise<T> {
  const claim: Claim = {
    ...named.scope,
    key: named.key,
    // Decoded, as the router has read it: one route and record are one claim, however they are spelled.
    route: `${request.method} ${decodeURIComponent(pathOf(request))}`,
    bodyHash: bodyHashOf(order.body),
    runId: randomUUID(),
    operationId: order.newOperationId(),
  };
  const ports = { ...clock, ...deps.claims };
  const once = await runOnce(claim, ports, deps.leaseMs + waitPastLeaseMs, run);
  switch (once.end) {
    case 'ran':
      return payloadOf(once.value);
    case 'repeated':
      return JSON.parse(once.answer.body);
    case 'reused':
      throw new RequestFailure({
        code: 'idempotency_key_reused',
        message: 'this Idempotency-Key was used with another body; send a new key',
      });
    case 'still_busy':
      throw new RequestFailure({
        code: 'internal',
        message: 'the first request with this Idempotency-Key is still under way; it is safe to retry',
      });
  }
}

function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return undefined;
  if (typeof header === 'string' && idempotencyKeyPattern.test(header)) return header;
  throw new RequestFailure({
    code: 'invalid_request',
    message: 'Idempotency-Key must be 1 to 255 visible ASCII characters',
  });
}

const keptOf = ({ payload }: Answer<unknown>) => ({ keep: { status: 201, body: JSON.stringify(payload) } });

function nextOf(value: Extract<Ran<unknown>, { end: 'not_accepted' }>['value']): 'over' | 'open' {
  return value.end === 'failed' && !value.settled ? 'open' : 'over';
}

function payloadOf<T>(ran: Ran<T>): T {
  if (ran.end === 'answered') return ran.answer.payload;
  if (ran.value.end === 'refused') throw new RequestFailure(ran.value.refusal);
  throw new RequestFailure({
    code: 'internal',
    message: 'the submission failed on our side and costs nothing; it is safe to retry',
  });
}
