import type { Bus } from '@redline/service-kit/bus';
import type { FastifyRequest } from 'fastify';
import { type QuotedKind, quoteOf } from '../clients/quotes.ts';
import type { SubmittedFields } from '../clients/submission-ports.ts';
import { RequestError } from './failure.ts';
import { callContext } from './scope.ts';
import { succeeded } from './success.ts';

/**
 * Answers with the price of a submission that is not made.
 * @param fields as `prepare` would get them
 * @throws RequestError for the refusal that the submission would get
 */
export async function answerQuote<K extends QuotedKind>(
  bus: Bus,
  request: FastifyRequest,
  kind: K,
  fields: SubmittedFields<K>,
) {
  const asked = await quoteOf(callContext(bus, request), kind, fields);
  if ('refusal' in asked) throw new RequestError(asked.refusal);
  return succeeded(200, asked.quote);
}
