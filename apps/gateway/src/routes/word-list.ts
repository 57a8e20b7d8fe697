import { Readable } from 'node:stream';
import type { StoredWord } from '@redline/contracts';
import { type Asker, wordPage } from '../clients/custom-words.ts';

/** Past any list that a plan allows; a page has some hundred words at least. */
const pagesMax = 1_000;

/**
 * All words of a scope in the envelope. A list of one page is sent at once; a longer one, which may come to 30 MB, is
 * sent page by page as fast as the client takes it. What fails on the first page is an answer like any other; what
 * fails later breaks the response off, so that nobody takes half a list for a whole one.
 * @param show a word as the site's contract has it
 */
export async function wordList(asker: Asker, show: (word: StoredWord) => object): Promise<Readable> {
  const first = await wordPage(asker, null);
  return Readable.from(jsonOf(asker, first, show));
}

async function* jsonOf(
  asker: Asker,
  first: Awaited<ReturnType<typeof wordPage>>,
  show: (word: StoredWord) => object,
): AsyncGenerator<string> {
  let json = '{"success":true,"data":{"object":"list","data":[';
  let total = 0;
  let page = first;
  for (let number = 1; ; number++) {
    for (const word of page.words) json += `${total++ > 0 ? ',' : ''}${JSON.stringify(show(word))}`;
    if (!page.next) break;
    yield json;
    json = '';
    if (number === pagesMax) throw new Error('a word list has no end');
    page = await wordPage(asker, page.next);
  }
  yield `${json}],"total":${total}}}`;
}
