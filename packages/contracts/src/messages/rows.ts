import { z } from 'zod';
import { siteIds } from '../sites/index.ts';

/** A request to the service that owns the data, answered at once (NATS request/reply). */
export interface RequestRow<I extends z.ZodTypeAny, O extends z.ZodTypeAny> {
  readonly subject: string;
  readonly request: I;
  readonly reply: O;
  /** How long the caller waits. After that the outcome is unknown, not negative. */
  readonly timeoutMs: number;
}

/** Work for one service, one subject per operation (JetStream work queue `JOBS`). */
export interface JobRow<P extends z.ZodTypeAny> {
  readonly kind: string;
  readonly subjectOf: (id: string) => string;
  readonly filterSubject: string;
  readonly payload: P;
  /** A job not acknowledged within this time is delivered again; the lease on the record lasts as long. */
  readonly ackWaitMs: number;
  /**
   * Attempts are counted in the owner's record; after the last one the owner fails the record and dead-letters the job.
   */
  readonly maxAttempts: number;
  readonly backoffMs: readonly number[];
}

/** A fact that its owner publishes to every interested service (JetStream stream `EVENTS`). */
export interface EventRow<P extends z.ZodTypeAny> {
  readonly subject: string;
  readonly payload: P;
  readonly ackWaitMs: number;
}

export const request = <I extends z.ZodTypeAny, O extends z.ZodTypeAny>(row: RequestRow<I, O>) => row;
export const event = <P extends z.ZodTypeAny>(row: EventRow<P>) => row;

/** Builds the row of a job, whose subject is `job.<kind>.<id>`. */
export const job = <P extends z.ZodTypeAny>(
  row: Omit<JobRow<P>, 'subjectOf' | 'filterSubject'>,
): JobRow<P> => ({
  ...row,
  subjectOf: (id) => `job.${row.kind}.${id}`,
  filterSubject: `job.${row.kind}.*`,
});

/** The owner of data: an account on one site, in its own scope (`tenantId` empty) or that of one end tenant. */
export const scopeSchema = z.object({
  accountId: z.string(),
  siteId: z.enum(siteIds),
  tenantId: z.string(),
});
export type Scope = z.infer<typeof scopeSchema>;

/**
 * The items that billing charges for. A `video_second` is charged by the second; a `batch` itself is free, but counted
 * and limited by the plan.
 */
export const billItems = [
  'text_check',
  'rewrite',
  'image_check',
  'video_second',
  'video_report',
  'batch',
] as const;
export type BillItem = (typeof billItems)[number];

/** Product lines that must be enabled for an account; before that it has a few trial uses. */
export const productLineNames = ['duanju', 'touliu'] as const;
export type ProductLineName = (typeof productLineNames)[number];

/**
 * A line to charge for one operation. `lineId` is the id of the record that the line pays for. `productLine` is set
 * where the record belongs to a product line that must be enabled; until then each line uses up one trial.
 */
export const billLineSchema = z.object({
  lineId: z.string().min(1).max(100),
  item: z.enum(billItems),
  quantity: z.number().int().positive().max(1_000_000),
  productLine: z.enum(productLineNames).optional(),
});
export type BillLine = z.infer<typeof billLineSchema>;
