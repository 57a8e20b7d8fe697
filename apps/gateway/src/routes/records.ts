import { idPrefixes } from '@redline/contracts';
import { createId, isId } from '@redline/service-kit/ids';
import type { FastifyRequest } from 'fastify';
import {
  deleteRecord,
  type FilterOf,
  getRecord,
  type ItemOf,
  listRecords,
  type RecordKind,
  type RecordOf,
} from '../clients/records.ts';
import { type SubmittedFields, submissionPorts } from '../clients/submission-ports.ts';
import { RequestError } from './failure.ts';
import { answerQuote } from './quotes.ts';
import { callContext } from './scope.ts';
import { creditCostOf, type SubmissionDeps, submitOnce } from './submission.ts';
import { succeeded } from './success.ts';

/** The body of a submission, as any of the sites has it. */
export type BodyOf<K extends RecordKind> =
  SubmittedFields<K> extends { readonly check: infer B } | { readonly batch: infer B } ? B : never;

/**
 * The kinds of records: the noun of messages, the item of metrics, and whether the owner measures a file before it
 * answers.
 */
export const recordKinds = {
  text: { noun: 'text check', item: 'text_check', measures: false },
  image: { noun: 'image check', item: 'image_check', measures: false },
  video: { noun: 'video check', item: 'video_check', measures: true },
  batch: { noun: 'batch', item: 'batch', measures: true },
} as const satisfies Record<RecordKind, unknown>;

/** Returns the fields of `prepare` of a submission. */
export const submittedFields = <K extends RecordKind>(kind: K, body: BodyOf<K>) =>
  (kind === 'batch' ? { batch: body } : { check: body }) as unknown as SubmittedFields<K>;

interface RouteArgs {
  readonly request: FastifyRequest;
}
interface RecordArgs extends RouteArgs {
  readonly params: { readonly id: string };
}
/** The query of a record or list whose explanations come in one of several locales. */
interface LocaleQuery {
  readonly explainLocale?: string;
}

/** Submits a record; resolves as soon as it is sure to reach its end. */
export function submitRecord<K extends RecordKind, O>(
  kind: K,
  object: O,
  deps: SubmissionDeps,
  request: FastifyRequest,
  body: BodyOf<K>,
) {
  const { item, measures } = recordKinds[kind];
  return submitOnce(deps, request, {
    item,
    body,
    measures,
    newOperationId: () => createId(idPrefixes[kind]),
    owner: (operationId, context) => submissionPorts(context, kind, operationId, submittedFields(kind, body)),
    accepted: (id, { charged }) => ({
      payload: { id, object, status: 'processing' as const, ...creditCostOf(charged) },
    }),
  });
}

/**
 * Returns the handlers of the routes that every kind of record has on every site.
 * @param object the type name of its records
 * @template R a record, and `I` a list item, as the site's contract types them
 */
export function recordRoutes<K extends RecordKind, R extends RecordOf<K>, I extends ItemOf<K>>(
  kind: K,
  object: R['object'],
  deps: SubmissionDeps,
) {
  const prefix = idPrefixes[kind];
  return {
    /** Submits a record; answers as soon as it is sure to reach its end. */
    async create({ body, request }: RouteArgs & { readonly body: BodyOf<K> }) {
      return succeeded(201, (await submitRecord(kind, object, deps, request, body)).payload);
    },

    /** Says what a submission would cost; makes none. */
    quote: ({ body, request }: RouteArgs & { readonly body: BodyOf<K> }) =>
      answerQuote<K>(deps.bus, request, kind, submittedFields(kind, body)),

    async list({ query, request }: RouteArgs & { readonly query: ListQuery<K> }) {
      const { page, pageSize, explainLocale: locale, ...filter } = query;
      const { total, items } = await listRecords<K, I>(callContext(deps.bus, request), kind, {
        page,
        pageSize,
        filter: filter as FilterOf<K>,
        locale,
      });
      const hasMore = page * pageSize < total;
      return succeeded(200, { object: 'list' as const, page, pageSize, total, hasMore, data: items });
    },

    async get({ params: { id }, query, request }: RecordArgs & { readonly query?: LocaleQuery }) {
      const locale = query?.explainLocale;
      const record = isId(prefix, id)
        ? await getRecord<K, R>(callContext(deps.bus, request), kind, { id, locale })
        : undefined;
      if (!record) throw recordNotFound(kind, id);
      return succeeded(200, record);
    },

    async remove({ params: { id }, request }: RecordArgs) {
      const isDeleted = isId(prefix, id) && (await deleteRecord(callContext(deps.bus, request), kind, id));
      if (!isDeleted) throw recordNotFound(kind, id);
      return succeeded(200, { id, object, deleted: true as const });
    },
  };
}

type ListQuery<K extends RecordKind> = { readonly page: number; readonly pageSize: number } & LocaleQuery &
  FilterOf<K>;

const quotedLengthMax = 64;

/** Builds the error of a request about a record that does not exist in its scope. */
export const recordNotFound = (kind: RecordKind, id: string) =>
  new RequestError({
    code: 'not_found',
    message: `there is no ${recordKinds[kind].noun} ${JSON.stringify(id.slice(0, quotedLengthMax))} in this scope`,
  });
