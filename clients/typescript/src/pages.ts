/** One page of a list, newest first. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly page: number;
  readonly pageSize: number;
  /** Items on all pages. */
  readonly total: number;
  readonly hasMore: boolean;
}

/** The query of every list. */
export interface ListQuery {
  /** The page to begin with, from 1. */
  readonly page?: number | undefined;
  /** Items of one page, 1 to 50; 20 when left out. */
  readonly pageSize?: number | undefined;
  /** The most items of an iteration, over all pages; all of them when left out. Of this client, not of the API. */
  readonly limit?: number | undefined;
}

/**
 * A list: `for await (const item of list)` asks for one page after the other, `pages()` gives the pages themselves, and
 * `page(n)` one of them. Nothing is asked before.
 */
export interface List<Item extends { readonly id: string }, P extends Page<Item> = Page<Item>>
  extends AsyncIterable<Item> {
  /** Asks for one page: the one with this number, or the first of the list. */
  readonly page: (number?: number) => Promise<P>;
  /** Iterates over the pages. */
  readonly pages: () => AsyncIterable<P>;
}

/**
 * Builds a list.
 * @param ask asks for the page with a number, from 1
 * @param query `page` and `limit` of it
 */
export function createList<Item extends { readonly id: string }, P extends Page<Item>>(
  ask: (page: number) => Promise<P>,
  { page: first = 1, limit = Number.POSITIVE_INFINITY }: ListQuery = {},
): List<Item, P> {
  async function* pages(): AsyncGenerator<P, void> {
    for (let number = first; ; number += 1) {
      const page = await ask(number);
      yield page;
      // The second is for a server that says that there is more and gives nothing.
      if (!page.hasMore || page.data.length === 0) return;
    }
  }
  async function* items(): AsyncGenerator<Item, void> {
    if (limit <= 0) return;
    let left = limit;
    let seen: ReadonlySet<string> = new Set();
    for await (const { data } of pages()) {
      // What was submitted meanwhile moves the end of one page to the beginning of the next.
      const fresh = data.filter(({ id }) => !seen.has(id));
      yield* fresh.slice(0, left);
      left -= fresh.length;
      if (left <= 0) return;
      seen = new Set(data.map(({ id }) => id));
    }
  }
  return { page: (number = first) => ask(number), pages, [Symbol.asyncIterator]: items };
}
