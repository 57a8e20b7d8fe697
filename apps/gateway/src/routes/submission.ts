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
  /**
   * The payload of the 201.
   * @param charged the credits taken; not known where an answer of billing was lost
   */
  readonly accepted: (operationId: string, charged: number | undefined) => T;
}

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
  const run = async (operationId: string, resumed: boolean): Promise<RunResult<Submission>> => {
    const ports: SubmissionPorts = {
      ...clock,
      ...order.owner(operationId, scope),
      charge: (lines, deadlineMs) =>
        charge(deps.bus, { operationId, scope, lines, deadlineMs, requestId: request.id }),
    };
    const value = await submit(ports, resumed, deps.limits);
    deps.onEnd(order.item, value.end);
    if (value.end === 'failed')
      deps.log.warn({ requestId: request.id, operationId, ...value }, 'a submission failed');
    return { value, next: nextOf(value, order, operationId) };
  };
  if (key === undefined) {
    const operationId = order.newOperationId();
    return payloadOf((await run(operationId, false)).value, order, operationId);
  }
  return submitClaimed(deps, request, order, { key, scope }, run);
}

async function submitClaimed<T>(
  deps: SubmissionDeps,
  request: FastifyRequest,
  order: Order<T>,
  named: { readonly key: string; readonly scope: Scope },
  run: (operationId: string, resumed: boolean) => Promise<RunResult<Submission>>,
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
  let ranAs = claim.operationId;
  const ports = { ...clock, ...deps.claims };
  const once = await runOnce(claim, ports, deps.leaseMs + waitPastLeaseMs, (operationId, resumed) => {
    ranAs = operationId;
    return run(operationId, resumed);
  });
  switch (once.end) {
    case 'ran':
      return payloadOf(once.value, order, ranAs);
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

function nextOf<T>(value: Submission, order: Order<T>, operationId: string): RunResult<Submission>['next'] {
  if (value.end === 'accepted') {
    return { keep: { status: 201, body: JSON.stringify(order.accepted(operationId, value.charged)) } };
  }
  return value.end === 'failed' && !value.settled ? 'open' : 'over';
}

function payloadOf<T>(value: Submission, order: Order<T>, operationId: string): T {
  if (value.end === 'accepted') return order.accepted(operationId, value.charged);
  if (value.end === 'refused') throw new RequestFailure(value.refusal);
  throw new RequestFailure({
    code: 'internal',
    message: 'the submission failed on our side and costs nothing; it is safe to retry',
  });
}
