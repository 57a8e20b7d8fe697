import { idPrefixes } from '@redline/contracts';
import { createId, isId } from '@redline/service-kit/ids';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ItemOf, RecordOf } from '../clients/records.ts';
import { type SubmittedFields, submissionPorts } from '../clients/submission-ports.ts';
import { answerQuote } from './quotes.ts';
import { type BodyOf, recordNotFound, recordRoutes, submitRecord } from './records.ts';
import { type CreditCost, creditCostOf, type Submitted, submitOnce } from './submission.ts';
import { succeeded } from './success.ts';
import { recordAfterWait, type WaitDeps, waitOf } from './wait.ts';

type FixBody = Pick<SubmittedFields<'rewrite'>, 'strategy' | 'mode'>;

/** The rewrite of a site whose route takes no body: the default of the main site. */
const defaultFix: FixBody = { strategy: 'rewrite', mode: 'content' };

/** A request whose answer may wait. */
interface WaitArgs {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Seconds, if the query has them. */
  readonly wait: number | undefined;
}

/**
 * Returns the handlers of the text checks of a site.
 * @param object the type name of its records
 * @template R a record, and `I` a list item, as the site's contract types them
 */
export function textCheckRoutes<R extends RecordOf<'text'>, I extends ItemOf<'text'>>(
  object: R['object'],
  deps: WaitDeps,
) {
  /** Returns the payload of the 201: the record if it was waited for and is there. */
  async function answer<A extends { readonly id: string } & CreditCost>(
    { request, reply, wait }: WaitArgs,
    { operationId, payload, isReplay }: Submitted<A>,
    hasEnded: (record: R) => boolean,
  ): Promise<A | (R & CreditCost)> {
    const seconds = waitOf(request, reply, wait);
    if (seconds === undefined) return payload;
    const awaited = { id: payload.id, operationId, isReplay, hasEnded };
    const record = await recordAfterWait<R>(deps, request, seconds, awaited);
    return record ? { ...record, ...creditCostOf(payload.creditCost) } : payload;
  }
  return {
    ...recordRoutes<'text', R, I>('text', object, deps),

    /** Submits a check; answers as soon as it is sure to reach its end, or waits for that. */
    async create({ body, ...args }: WaitArgs & { readonly body: BodyOf<'text'> }) {
      const submitted = await submitRecord('text', object, deps, args.request, body);
      return succeeded(201, await answer(args, submitted, ({ status }) => status !== 'processing'));
    },

    /**
     * Submits a rewrite of a check.
     * @param body as the contract read it; null if the route takes none
     * @returns the accepted rewrite, or the check if it was waited for
     */
    async fix(args: WaitArgs, checkId: string, body: FixBody | null) {
      if (!isId(idPrefixes.text, checkId)) throw recordNotFound('text', checkId);
      const submitted = await submitOnce(deps, args.request, {
        item: 'rewrite',
        body,
        newOperationId: () => createId(idPrefixes.fix),
        owner: (operationId, context) =>
          submissionPorts(context, 'rewrite', operationId, { checkId, ...(body ?? defaultFix) }),
        accepted: (_, { charged }) => ({
          payload: { id: checkId, object, fixStatus: 'processing' as const, ...creditCostOf(charged) },
        }),
      });
      return succeeded(201, await answer(args, submitted, ({ fixStatus }) => fixStatus !== 'processing'));
    },

    /** Says what a rewrite would cost; begins none. */
    async quoteFix(request: FastifyRequest, checkId: string, body: FixBody | null) {
      if (!isId(idPrefixes.text, checkId)) throw recordNotFound('text', checkId);
      return answerQuote(deps.bus, request, 'rewrite', { checkId, ...(body ?? defaultFix) });
    },
  };
}
