import { Readable } from 'node:stream';
import type { StoredWord } from '@redline/contracts';
import type { CallContext } from '../clients/call-context.ts';
import { wordPage } from '../clients/custom-words.ts';

/** More pages than any plan allows; a page has some hundred words at least. */
const pagesMax = 1_000;

/**
 * Streams all words of a scope in the envelope. A list of one page is sent at once; a longer one, of up to 30 MB, is
 * sent page by page as fast as the client reads. An error on the first page becomes an error response; a later one aborts
 * the response, so that no client takes half a list for a whole one.
 * @param render renders a word as the site's contract has it
 */
export async function wordList(
  context: CallContext,
  render: (word: StoredWord) => object,
): Promise<Readable> {
  const first = await wordPage(context, null);
  return Readable.from(jsonOf(context, first, render));
}

async function* jsonOf(
  context: CallContext,
  first: Awaited<ReturnType<typeof wordPage>>,
  render: (word: StoredWord) => object,
): AsyncGenerator<string> {
  let json = '{"success":true,"data":{"object":"list","data":[';
  let total = 0;
  let page = first;
  for (let number = 1; ; number++) {
    for (const word of page.words) json += `${total++ > 0 ? ',' : ''}${JSON.stringify(render(word))}`;
    if (!page.next) break;
    yield json;
    json = '';
    if (number === pagesMax) throw new Error('a word list has no end');
    page = await wordPage(context, page.next);
  }
  yield `${json}],"total":${total}}}`;
}
