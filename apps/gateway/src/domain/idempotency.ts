import { createHash } from 'node:crypto';

/** One submission as an `Idempotency-Key` names it. */
export interface Claim {
  readonly accountId: string;
  readonly siteId: string;
  readonly tenantId: string;
  readonly key: string;
  /** Method and path, so that the same key on another route is another operation. */
  readonly route: string;
  /** SHA-256 of the body as the contract read it. */
  readonly bodyHash: Buffer;
  /** Id of this run: a run that takes over has its own, and what the first one still writes is ignored. */
  readonly runId: string;
  /** Used if this is the first run. */
  readonly operationId: string;
}

/** A stored answer. */
export interface StoredAnswer {
  readonly status: number;
  /** JSON; null if it had content of a record: a retry reads the record again, as long as it is there. */
  readonly body: string | null;
}

export type Begun =
  | { readonly state: 'mine'; readonly operationId: string; readonly resumed: boolean }
  | { readonly state: 'answered'; readonly operationId: string; readonly answer: StoredAnswer }
  | { readonly state: 'reused' }
  /** Another run is under way. */
  | { readonly state: 'busy' };

/** The store of claims. */
export interface ClaimPorts {
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** True if the client has to be answered now: it may send the same again. */
  readonly mustAnswer: () => boolean;
  readonly begin: (claim: Claim) => Promise<Begun>;
  /** Stores a 2xx answer. */
  readonly keep: (claim: Claim, answer: StoredAnswer) => Promise<void>;
  /** Deletes the claim: the next request is a new operation. */
  readonly release: (claim: Claim) => Promise<void>;
  /** Ends the lease but keeps the operation: the next request continues under the same id. */
  readonly handOver: (claim: Claim) => Promise<void>;
}

/** The result of a run: `keep` for a 2xx, `over` if a retry is a new operation, `open` if a retry must continue it. */
export interface RunResult<T> {
  readonly value: T;
  readonly next: { readonly keep: StoredAnswer } | 'over' | 'open';
}

export type Once<T> =
  | { readonly end: 'ran'; readonly operationId: string; readonly value: T }
  | { readonly end: 'repeated'; readonly operationId: string; readonly answer: StoredAnswer }
  | { readonly end: 'reused' }
  | { readonly end: 'still_busy' };

const pollMinMs = 20;
const pollMaxMs = 500;

/**
 * Runs an operation once for a claim. A request that comes while it runs waits for its answer, or until its lease ends,
 * and then takes it over under the same operation id.
 * @param waitMaxMs the longest wait in all
 */
export async function runOnce<T>(
  claim: Claim,
  ports: ClaimPorts,
  waitMaxMs: number,
  run: (operationId: string, resumed: boolean) => Promise<RunResult<T>>,
): Promise<Once<T>> {
  const untilMs = ports.now() + waitMaxMs;
  for (let pauseMs = pollMinMs; ; pauseMs = Math.min(pauseMs * 2, pollMaxMs)) {
    const begun = await ports.begin(claim);
    if (begun.state === 'answered') {
      return { end: 'repeated', operationId: begun.operationId, answer: begun.answer };
    }
    if (begun.state === 'reused') return { end: 'reused' };
    if (begun.state === 'mine') {
      const value = await runMine(claim, ports, begun, run);
      return { end: 'ran', operationId: begun.operationId, value };
    }
    if (ports.mustAnswer() || ports.now() + pauseMs > untilMs) return { end: 'still_busy' };
    await ports.wait(pauseMs);
  }
}

async function runMine<T>(
  claim: Claim,
  ports: ClaimPorts,
  begun: { readonly operationId: string; readonly resumed: boolean },
  run: (operationId: string, resumed: boolean) => Promise<RunResult<T>>,
): Promise<T> {
  const { value, next } = await run(begun.operationId, begun.resumed);
  if (next === 'over') await ports.release(claim);
  else if (next === 'open') await ports.handOver(claim);
  else await ports.keep(claim, next.keep);
  return value;
}

/** Hashes a body as the contract reads it: white space, field order and unknown fields make no difference. */
export function bodyHashOf(body: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest();
}
