import type { RequestRow } from '@redline/contracts';
import { type Bus, call } from '@redline/service-kit/bus';
import type { z } from 'zod';

/** Thrown if a service refuses a command; the message is the service's. */
export class RefusedError extends Error {}

interface Answer {
  readonly outcome: string;
  readonly message?: string;
}

/**
 * Asks a service on behalf of an operator.
 * @throws RefusedError with a sentence if the request breaks its schema, or the service refuses it
 */
export async function ask<I extends z.ZodTypeAny, O extends z.ZodType<Answer>>(
  bus: Bus,
  row: RequestRow<I, O>,
  payload: z.input<I>,
): Promise<Exclude<z.output<O>, { outcome: 'refused' }>> {
  const sendable = row.request.safeParse(payload);
  if (!sendable.success) throw new RefusedError(sendable.error.issues.map(sentenceOfIssue).join('; '));
  const answer: z.output<O> = await call(bus, row, payload);
  if (answer.outcome === 'refused') throw new RefusedError(answer.message ?? 'refused');
  return answer as Exclude<z.output<O>, { outcome: 'refused' }>;
}

const sentenceOfIssue = ({ path, message }: z.ZodIssue) => `${path.join('.')}: ${message}`;
