import { dataOwners, type Erasure } from '@redline/contracts';

type Counts = Readonly<Record<string, number>>;

/** The answers of one service about an account that is being erased, summed up. */
export interface ServiceProgress {
  /** When it last answered, ISO 8601; null if it never did. */
  readonly askedAt: string | null;
  /** Rows removed in all, by table. */
  readonly removed: Counts;
  /** Rows left, by table, up to a maximum. */
  readonly left: Counts;
  /** Why it did not answer the last time. */
  readonly failure: string | null;
}

export type ErasureProgress = Readonly<Record<string, ServiceProgress>>;

/** The erasure of an account as it is stored. */
export interface StoredErasure {
  readonly accountId: string;
  readonly askedBy: string;
  readonly askedAt: Date;
  readonly services: ErasureProgress;
  /** The last charge whose tenant was looked at; null before the first. */
  readonly chargesUntil: string | null;
  readonly finishedAt: Date | null;
}

/** Billing itself comes last: the others are asked before it. */
const services = [...dataOwners, 'billing'];
const notAsked: ServiceProgress = { askedAt: null, removed: {}, left: {}, failure: null };

/** Adds the answer of a service to what is known of it. */
export function withAnswer(
  progress: ErasureProgress,
  service: string,
  answer: { readonly removed: Counts; readonly left: Counts },
  at: Date,
): ErasureProgress {
  const removed: Record<string, number> = { ...(progress[service] ?? notAsked).removed };
  for (const [table, count] of Object.entries(answer.removed)) removed[table] = (removed[table] ?? 0) + count;
  return {
    ...progress,
    [service]: { askedAt: at.toISOString(), removed, left: answer.left, failure: null },
  };
}

/** Notes that a service did not answer. */
export const withFailure = (
  progress: ErasureProgress,
  service: string,
  failure: string,
): ErasureProgress => ({
  ...progress,
  [service]: { ...(progress[service] ?? notAsked), failure },
});

/** Returns the time before which an erasure does not end. */
export const notBefore = ({ askedAt }: Pick<StoredErasure, 'askedAt'>, waitMs: number): Date =>
  new Date(askedAt.getTime() + waitMs);

/**
 * Tells whether an erasure has ended: every service was asked after everything accepted before it had arrived, and has
 * nothing left.
 */
export const hasEnded = (erasure: StoredErasure, waitMs: number): boolean =>
  services.every((service) => {
    const { askedAt, left, failure } = erasure.services[service] ?? notAsked;
    if (askedAt === null || failure !== null) return false;
    return new Date(askedAt) >= notBefore(erasure, waitMs) && Object.keys(left).length === 0;
  });

/** Renders an erasure as the operator reads it. */
export const renderErasure = (erasure: StoredErasure, waitMs: number): Erasure => ({
  accountId: erasure.accountId,
  askedBy: erasure.askedBy,
  askedAt: erasure.askedAt.toISOString(),
  notBefore: notBefore(erasure, waitMs).toISOString(),
  finishedAt: erasure.finishedAt?.toISOString() ?? null,
  services: services.map((service) => {
    const { askedAt, removed, left, failure } = erasure.services[service] ?? notAsked;
    return { service, askedAt, removed: { ...removed }, left: { ...left }, failure };
  }),
});
