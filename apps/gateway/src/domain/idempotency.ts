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
  /** Of this attempt: whoever takes over has another one, and what the first one still writes is void. */
  readonly runId: string;
  /** Used when this is the first attempt. */
  readonly operationId: string;
}

/** An answer worth keeping: status and JSON body. */
export interface KeptAnswer {
  readonly status: number;
  readonly body: string;
}

export type Begun =
  | { readonly state: 'mine'; readonly operationId: string; readonly resumed: boolean }
  | { readonly state: 'answered'; readonly answer: KeptAnswer }
  | { readonly state: 'reused' }
  /** Another attempt is under way. */
  | { readonly state: 'busy' };

/** Where claims are kept. */
export interface ClaimPorts {
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  readonly begin: (claim: Claim) => Promise<Begun>;
  /** Keeps a 2xx answer. */
  readonly keep: (claim: Claim, answer: KeptAnswer) => Promise<void>;
  /** Forgets the claim: the next attempt is a new operation. */
  readonly release: (claim: Claim) => Promise<void>;
  /** Ends the lease but keeps the operation: the next attempt goes on under the same id. */
  readonly handOver: (claim: Claim) => Promise<void>;
}

/** What a run tells of itself: `kept` for a 2xx, `over` when a retry is a new operation, `open` when it must go on. */
export interface RunResult<T> {
  readonly value: T;
  readonly next: { readonly keep: KeptAnswer } | 'over' | 'open';
}

export type Once<T> =
  | { readonly end: 'ran'; readonly value: T }
  | { readonly end: 'repeated'; readonly answer: KeptAnswer }
  | { readonly end: 'reused' }
  | { readonly end: 'still_busy' };

const pollMinMs = 20;
const pollMaxMs = 500;

/**
 * Runs an operation once for a claim. Who comes while it runs waits for it: for its answer, or for its lease to end,
 * and then takes it over under the same operation id.
 * @param waitMaxMs how long the wait may be in all
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
    if (begun.state === 'answered') return { end: 'repeated', answer: begun.answer };
    if (begun.state === 'reused') return { end: 'reused' };
    if (begun.state === 'mine') return { end: 'ran', value: await runMine(claim, ports, begun, run) };
    if (ports.now() + pauseMs > untilMs) return { end: 'still_busy' };
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

/** The same for two bodies that the contract reads alike, whatever their spaces, order and unknown fields. */
export function bodyHashOf(body: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest();
}
