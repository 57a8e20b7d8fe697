import type { PackFault } from '../pack/read-source.ts';
import type { CompiledNotices, NoticeExamples } from './compile-notices.ts';
import { isConfirmed, judgeKeywords } from './embedded-confirmation.ts';
import { keywordIn, scanKeywords } from './keyword-scan.ts';
import { type NoticeBook, noticeBookOf } from './notice-book.ts';

/** A product line that tells no stories: where examples are published. */
const exampleLine = 'creator';

/**
 * Runs an industry's own examples: each `hit` must be confirmed for it, each of `dropped` must not, though its
 * keywords stand in it (some of them, it may be, within a longer word of another meaning).
 */
export function checkNoticeExamples({ pack, examples }: CompiledNotices): PackFault[] {
  const book = noticeBookOf(pack);
  return examples.flatMap((own) => [
    ...own.hit.flatMap((text, at) => faultAt(own, ['hit', at], faultOfHit(book, own, text))),
    ...own.dropped.flatMap((dropped, at) =>
      faultAt(own, ['dropped', at], faultOfDropped(book, own, dropped)),
    ),
  ]);
}

function faultAt(
  { file, lineOf, industry }: NoticeExamples,
  path: readonly (string | number)[],
  reason: string | null,
): PackFault[] {
  return reason === null ? [] : [{ file, line: lineOf(path), reason: `${industry}: ${reason}` }];
}

function faultOfHit(book: NoticeBook, { industry }: NoticeExamples, text: string): string | null {
  const found = findIn(book, industry, text);
  if (!found) return `no keyword is in ${JSON.stringify(text)}`;
  if (found.isMeant) return null;
  return `not confirmed (${found.judged.map(({ keyword, dropped }) => `${keyword}: ${dropped}`).join(', ')}): ${JSON.stringify(text)}`;
}

function faultOfDropped(
  book: NoticeBook,
  { industry }: NoticeExamples,
  { text, keywords }: NoticeExamples['dropped'][number],
): string | null {
  const found = findIn(book, industry, text);
  const missing = keywords.filter((word) => !text.includes(word) || !findIn(book, industry, word));
  if (missing.length > 0) return `${missing.join(', ')} is no keyword or not in ${JSON.stringify(text)}`;
  if (!found?.isMeant) return null;
  const meant = found.judged.find(({ dropped }) => dropped === null);
  return `${meant?.keyword} is not dropped: ${JSON.stringify(text)}`;
}

function findIn(book: NoticeBook, industry: NoticeExamples['industry'], text: string) {
  const scanned = scanKeywords(text, book);
  const named = scanned.industries.find(({ keywords }) => keywords.industry === industry);
  if (!named) return null;
  const judged = judgeKeywords(scanned, named, book, exampleLine).map(({ match, dropped }) => ({
    keyword: keywordIn(scanned.scanned, match),
    dropped,
  }));
  return { judged, isMeant: isConfirmed(scanned, named, book, exampleLine) };
}
