import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Customer } from './client.ts';
import { checkBody } from './copy.ts';
import type { Submission } from './journal.ts';
import { type Intent, submitOne } from './submit.ts';

export interface LoadOptions {
  readonly apiUrl: string;
  readonly customers: readonly Customer[];
  readonly seconds: number;
  /** New submissions a second, whatever becomes of those before. */
  readonly rate: number;
  /** How long after the last one a client goes on trying. */
  readonly patienceMs: number;
  readonly random: Random;
  readonly signal: AbortSignal;
}

const share = { keyed: 0.4, twice: 0.1, get: 0.15, remove: 0.1 };

/**
 * Submits at a steady rate, also while nothing answers, and waits for the last client.
 * @returns every submission as its client saw it
 */
export async function runLoad(options: LoadOptions): Promise<readonly Submission[]> {
  const { apiUrl, seconds, rate, random, signal } = options;
  const startMs = performance.now();
  const giveUpAtMs = startMs + seconds * 1_000 + options.patienceMs;
  const submissions: Submission[] = [];
  const clients: Promise<void>[] = [];
  for (let index = 0; index < seconds * rate; index++) {
    const waitMs = startMs + (index * 1_000) / rate - performance.now();
    if (waitMs > 0) await sleep(waitMs, undefined, { signal });
    signal.throwIfAborted();
    const { submission, intent } = begin(index, options.customers, random);
    submissions.push(submission);
    clients.push(submitOne(apiUrl, submission, intent, giveUpAtMs));
  }
  await Promise.all(clients);
  return submissions;
}

function begin(index: number, customers: readonly Customer[], random: Random) {
  const ref = String(index);
  const customer = random.pick(customers);
  const isKeyed = random.chance(share.keyed);
  const submission: Submission = {
    ref,
    accountId: customer.accountId,
    idempotencyKey: isKeyed ? `order-${ref}` : null,
    answers: [],
    deletion: 'none',
    seen: [],
    wasMissing: false,
  };
  const intent: Intent = {
    customer,
    body: checkBody(ref, random),
    twice: isKeyed && random.chance(share.twice),
    thenGet: random.chance(share.get),
    thenDelete: random.chance(share.remove),
  };
  return { submission, intent };
}
