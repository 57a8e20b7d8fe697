import { z } from 'zod';
import { siteIds } from '../sites/index.ts';

/** A question to the owner of a thing, answered at once (NATS request/reply). */
export interface RequestRow<I extends z.ZodTypeAny, O extends z.ZodTypeAny> {
  readonly subject: string;
  readonly request: I;
  readonly reply: O;
  /** How long the asker waits. Past it the outcome is unknown, not negative. */
  readonly timeoutMs: number;
}

/** Work for one service, one subject per operation (JetStream work queue `JOBS`). */
export interface JobRow<P extends z.ZodTypeAny> {
  readonly kind: string;
  readonly subjectOf: (id: string) => string;
  readonly filterSubject: string;
  readonly payload: P;
  /** A job not acknowledged by then is delivered again; the lease on the record is as long. */
  readonly ackWaitMs: number;
  /** Counted in the owner's record; past it the owner fails the record and keeps the job as dead. */
  readonly maxAttempts: number;
  readonly backoffMs: readonly number[];
}

/** Something that happened, told by its owner to whoever listens (JetStream `EVENTS`). */
export interface EventRow<P extends z.ZodTypeAny> {
  readonly subject: string;
  readonly payload: P;
  readonly ackWaitMs: number;
}

export const request = <I extends z.ZodTypeAny, O extends z.ZodTypeAny>(row: RequestRow<I, O>) => row;
export const job = <P extends z.ZodTypeAny>(row: JobRow<P>) => row;
export const event = <P extends z.ZodTypeAny>(row: EventRow<P>) => row;

/** Whose data: an account on one site, in its own scope (`tenantId` empty) or one end tenant's. */
export const scopeSchema = z.object({
  accountId: z.string(),
  siteId: z.enum(siteIds),
  tenantId: z.string(),
});
export type Scope = z.infer<typeof scopeSchema>;

/** What billing sells. A `video_second` is bought by the second; a `batch` costs nothing itself: it is counted and gated. */
export const billItems = [
  'text_check',
  'rewrite',
  'image_check',
  'video_second',
  'video_report',
  'batch',
] as const;
export type BillItem = (typeof billItems)[number];

/** Entitlements of an account, tried a few times before they are enabled. */
export const productLineNames = ['duanju', 'touliu'] as const;
export type ProductLineName = (typeof productLineNames)[number];

/**
 * What is to be paid for one operation: `lineId` is the id of the record that the line pays for. `productLine` is set
 * where the record belongs to a product line that must be enabled; it then uses a trial while it is not.
 */
export const billLineSchema = z.object({
  lineId: z.string().min(1).max(100),
  item: z.enum(billItems),
  quantity: z.number().int().positive().max(1_000_000),
  productLine: z.enum(productLineNames).optional(),
});
export type BillLine = z.infer<typeof billLineSchema>;
