import type { Scope } from '@redline/contracts';
import { isId } from '@redline/service-kit/ids';
import type { FastifyRequest } from 'fastify';
import { RequestFailure } from './failure.ts';
import { scopeOf } from './submission.ts';

/** Which page of a list, and of which checks. */
export interface Page<F> {
  readonly page: number;
  readonly pageSize: number;
  readonly filter?: F;
  /** Of the explanations, where a list has some. */
  readonly locale?: string;
}

/** One kind of check on one site, and where it is kept. */
interface CheckKind<R extends { readonly object: string }, I, F> {
  /** Of its ids. */
  readonly prefix: string;
  /** In sentences: `text check`. */
  readonly noun: string;
  /** The name of its records. */
  readonly object: R['object'];
  readonly list: (
    scope: Scope,
    page: Page<F>,
    requestId: string,
  ) => Promise<{ readonly total: number; readonly items: I[] }>;
  readonly remove: (scope: Scope, id: string, requestId: string) => Promise<boolean>;
}

/** What every kind of check does once it was submitted. */
export function storedChecks<R extends { readonly object: string }, I, F>(kind: CheckKind<R, I, F>) {
  const { object, prefix } = kind;
  return {
    async list(request: FastifyRequest, wanted: Page<F>) {
      const { page, pageSize } = wanted;
      const { total, items } = await kind.list(scopeOf(request), wanted, request.id);
      const hasMore = page * pageSize < total;
      return { object: 'list' as const, page, pageSize, total, hasMore, data: items };
    },

    /**
     * A record that may be there.
     * @throws RequestFailure when it is not, or the id cannot be one
     */
    async found<T extends R>(id: string, read: () => Promise<T | undefined>): Promise<T> {
      const record = isId(prefix, id) ? await read() : undefined;
      if (!record) throw noCheck(kind, id);
      return record;
    },

    async remove(request: FastifyRequest, id: string) {
      const deleted = isId(prefix, id) && (await kind.remove(scopeOf(request), id, request.id));
      if (!deleted) throw noCheck(kind, id);
      return { id, object, deleted: true as const };
    },
  };
}

const shownIdLength = 64;

/** The failure of a request about a check that is not there. */
export const noCheck = ({ noun }: { readonly noun: string }, id: string) =>
  new RequestFailure({
    code: 'not_found',
    message: `there is no ${noun} ${JSON.stringify(id.slice(0, shownIdLength))} in this scope`,
  });
