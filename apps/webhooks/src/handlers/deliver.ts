import { BusError } from '@redline/service-kit/bus';
import type { Logger } from '@redline/service-kit/log';
import { signatureHeaders } from '../clients/signing.ts';
import type { Deps } from '../deps.ts';
import { attemptOf, type Outcome, outcomeOfAnswer, outcomeOfError } from '../domain/attempt.ts';
import { waitAfter } from '../domain/schedule.ts';
import type { Claimed } from '../store/claim-deliveries.ts';
import { finishDelivered, finishFailed, giveUp, handBack } from '../store/finish-attempt.ts';

/** Attempts of a delivery that may be lost, each with the process that made it. */
const lostMax = 50;
/** Until a delivery is tried again that could not be attempted, for reasons of ours. */
const handedBackMs = 5_000;

/**
 * Attempts a delivery that was taken, and writes how that ended. What fails here, and not at the endpoint, counts as no
 * attempt: the delivery is handed back.
 * @param stopping aborted when the process ends: the delivery is due again at once
 */
export async function deliver(
  deps: Deps,
  claimed: Claimed,
  stopping: AbortSignal,
  log: Logger,
): Promise<void> {
  const { db, now, metrics } = deps;
  if (claimed.claim - claimed.attemptCount > lostMax) {
    log.error({ deliveryId: claimed.id }, 'a delivery is given up: its attempts were lost');
    metrics.ended.inc({ status: 'failed' });
    return giveUp(db, claimed);
  }
  const handBackAt = (delayMs: number) => handBack(db, claimed, new Date(now().getTime() + delayMs));
  let attempted: Attempted | null;
  try {
    attempted = await attempt(deps, claimed, stopping);
  } catch (error) {
    const isBusy = error instanceof BusError;
    log[isBusy ? 'warn' : 'error'](
      { err: error, deliveryId: claimed.id },
      'a delivery could not be attempted',
    );
    return handBackAt(handedBackMs);
  }
  if (!attempted) return handBackAt(0);
  await finish(deps, claimed, attempted, log);
}

interface Attempted {
  readonly outcome: Outcome;
  readonly at: Date;
  readonly durationMs: number;
}

/** @returns null if the process ends */
async function attempt(deps: Deps, claimed: Claimed, stopping: AbortSignal): Promise<Attempted | null> {
  const at = deps.now();
  const body = await bodyOf(deps, claimed);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'redline-webhooks/1',
    ...signatureHeaders({ id: claimed.eventId, at, body }, secretsOf(deps, claimed, at)),
  };
  const startedMs = performance.now();
  const ended = (outcome: Outcome): Attempted => ({
    outcome,
    at,
    durationMs: Math.round(performance.now() - startedMs),
  });
  try {
    const url = deps.urls.parse(claimed.url);
    return ended(outcomeOfAnswer(await deps.post({ url, headers, body, signal: stopping })));
  } catch (error) {
    if (stopping.aborted) return null;
    return ended(outcomeOfError(error, deps.timeoutMs));
  }
}

/** Builds the body, with the whole record where the endpoint wants it. */
async function bodyOf({ readRecord }: Deps, { body, source, payload }: Claimed): Promise<string> {
  if (payload === 'thin' || source === null) return JSON.stringify(body);
  return JSON.stringify({ ...body, data: { ...body.data, record: await readRecord(source) } });
}

function secretsOf({ box }: Deps, claimed: Claimed, at: Date): readonly string[] {
  const { secret, previousSecret, previousExpiresAt } = claimed;
  const sealed =
    previousSecret && previousExpiresAt && previousExpiresAt > at ? [secret, previousSecret] : [secret];
  return sealed.map((one) => box.open(one, claimed.endpointId));
}

async function finish(
  { db, now, random, waitsMs, metrics }: Deps,
  claimed: Claimed,
  { outcome, at, durationMs }: Attempted,
  log: Logger,
): Promise<void> {
  metrics.attempts.inc({ outcome: outcome.kind });
  metrics.attemptSeconds.observe(durationMs / 1_000);
  const endedAt = now();
  const attempt = attemptOf(outcome, at, durationMs);
  if (outcome.kind === 'accepted') {
    await finishDelivered(db, claimed, attempt, endedAt);
    metrics.ended.inc({ status: 'delivered' });
    return;
  }
  const waitMs = waitAfter(claimed.attempts + 1, waitsMs, random());
  const next = waitMs === null ? null : new Date(endedAt.getTime() + waitMs);
  const isGone = outcome.kind === 'gone';
  const disabled = await finishFailed(db, claimed, { attempt, now: endedAt, next, isGone });
  if (next === null || disabled) metrics.ended.inc({ status: 'failed' });
  if (!disabled) return;
  metrics.disabled.inc({ reason: disabled });
  log.warn({ endpointId: claimed.endpointId, reason: disabled }, 'a webhook endpoint was disabled');
}
