import { describe, expect, it } from 'vitest';
import { createClient } from './create-client.ts';
import { answered, scriptedFetch } from './scripted-fetch.ts';

/** A server with checks of these ids, newest first; each page that is asked for may change them. */
function serving(ids: string[], onAsked: (page: number) => void = () => undefined) {
  const answer = ({ url }: { url: URL }) => {
    const page = Number(url.searchParams.get('page'));
    const pageSize = Number(url.searchParams.get('pageSize') ?? 20);
    const first = (page - 1) * pageSize;
    const data = ids.slice(first, first + pageSize).map((id) => ({ id }));
    const hasMore = first + pageSize < ids.length;
    onAsked(page);
    return answered({ object: 'list', page, pageSize, total: ids.length, hasMore, data });
  };
  const { fetch, sent } = scriptedFetch(...Array(20).fill(answer));
  const { checks } = createClient({ baseUrl: 'https://redline.test', apiKey: 'k', site: 'main', fetch });
  return { list: checks.text.list, sent };
}

const idsOf = async (list: AsyncIterable<{ readonly id: string }>) => {
  const ids: string[] = [];
  for await (const { id } of list) ids.push(id);
  return ids;
};
const ten = Array.from({ length: 10 }, (_, index) => `text_${index}`);

describe('a list', () => {
  it('is asked for page by page, to the end', async () => {
    const { list, sent } = serving(ten);
    const checks = list({ pageSize: 4, keyword: '面膜' });
    expect(sent).toEqual([]);
    expect(await idsOf(checks)).toEqual(ten);
    expect(sent.map(({ url }) => decodeURIComponent(url.search))).toEqual(
      [1, 2, 3].map((page) => `?pageSize=4&keyword=面膜&page=${page}`),
    );
  });

  it('ends at its limit, and asks for no page beyond it', async () => {
    const { list, sent } = serving(ten);
    expect(await idsOf(list({ pageSize: 4, limit: 8 }))).toEqual(ten.slice(0, 8));
    expect(sent).toHaveLength(2);
    expect(await idsOf(list({ limit: 0 }))).toEqual([]);
    expect(sent).toHaveLength(2);
  });

  it('ends where its caller stops', async () => {
    const { list, sent } = serving(ten);
    for await (const { id } of list({ pageSize: 2 })) if (id === 'text_2') break;
    expect(sent).toHaveLength(2);
  });

  it('has nothing twice when something is submitted meanwhile', async () => {
    const ids = [...ten];
    const { list } = serving(ids, (page) => {
      if (page === 1) ids.unshift('text_new');
    });
    expect(await idsOf(list({ pageSize: 4 }))).toEqual(ten);
  });

  it('gives pages as the API has them', async () => {
    const { list } = serving(ten);
    const checks = list({ pageSize: 4, page: 2 });
    expect(await checks.page()).toMatchObject({ page: 2, total: 10, hasMore: true });
    expect(await checks.page(3)).toMatchObject({ page: 3, hasMore: false, data: [{}, {}] });
    const pages: number[] = [];
    for await (const { page } of checks.pages()) pages.push(page);
    expect(pages).toEqual([2, 3]);
  });

  it('ends at an empty page, whatever that says of more', async () => {
    const empty = { object: 'list', page: 1, pageSize: 20, total: 9, hasMore: true, data: [] };
    const { fetch, sent } = scriptedFetch(answered(empty));
    const { batches } = createClient({ baseUrl: 'https://redline.test', apiKey: 'k', site: 'us', fetch });
    expect(await idsOf(batches.list())).toEqual([]);
    expect(sent).toHaveLength(1);
  });
});
