import { type NoticeHit, type NoticeIndustry, noticeGrounds, noticeMechanisms } from '@redline/contracts';
import { type Around, type Confirm, type NoticeQuestion, namedIndustries } from './named-industries.ts';
import type { Notice, NoticeBook } from './notice-book.ts';

/** Finds notices, and knows which of them may be dismissed. */
export interface Notices {
  /**
   * The notices of a piece of content, in the order in which they are shown.
   * @param dismissed the keys that the scope has dismissed
   */
  readonly find: (
    question: NoticeQuestion,
    dismissed: ReadonlySet<string>,
    around: Around,
  ) => Promise<NoticeHit[]>;
  /** Keys. */
  readonly dismissable: ReadonlySet<string>;
}

/** @param confirm null where no model is configured: then the embedded step decides */
export function noticesOf(book: NoticeBook, confirm: Confirm | null): Notices {
  return {
    async find(question, dismissed, around) {
      const named = await namedIndustries({ book, confirm, ...around }, question);
      return hitsOf(book, question, named).map(({ notice, ground }) => shown(notice, ground, dismissed));
    },
    dismissable: new Set(
      book.notices.flatMap(({ dismissKey, dismissable }) => (dismissable ? [dismissKey] : [])),
    ),
  };
}

type PrefilteredText = NoticeHit['matchedBy'];

function hitsOf(
  { notices }: NoticeBook,
  question: NoticeQuestion,
  named: ReadonlySet<NoticeIndustry>,
): Grounded[] {
  const grounds = notices.flatMap((notice) => {
    const ground = groundOf(notice, question, named);
    return ground ? [{ notice, ground }] : [];
  });
  return mostFitting(grounds, question).toSorted(
    (a, b) => mechanismRank(a.notice) - mechanismRank(b.notice) || groundRank(a) - groundRank(b),
  );
}

/** What a notice is called for by, the strongest first. */
function groundOf(
  { industry, productLine, platforms }: Notice,
  question: NoticeQuestion,
  named: ReadonlySet<NoticeIndustry>,
): PrefilteredText | null {
  if (platforms && question.platform && !platforms.has(question.platform)) return null;
  if (industry !== null && industry === question.industry) return 'vertical';
  if (productLine !== null && productLine === question.productVertical) return 'productVertical';
  return industry !== null && named.has(industry) ? 'keyword' : null;
}

interface Grounded {
  readonly notice: Notice;
  readonly ground: PrefilteredText;
}

/** One notice for each mechanism and subject, which its key says: the platform's own where a platform is named. */
function mostFitting(grounded: readonly Grounded[], { platform }: NoticeQuestion): Grounded[] {
  const bySubject = Map.groupBy(grounded, ({ notice }) => notice.dismissKey);
  return [...bySubject.values()].flatMap((same) => {
    const fitting = same.find(({ notice }) => (notice.platforms !== null) === Boolean(platform));
    return fitting ?? same[0] ?? [];
  });
}

const mechanismRank = ({ mechanism }: Notice): number => noticeMechanisms.indexOf(mechanism);
const groundRank = ({ ground }: Grounded): number => noticeGrounds.indexOf(ground);

function shown(
  { productLine: _, platforms: __, ...notice }: Notice,
  ground: PrefilteredText,
  dismissed: ReadonlySet<string>,
): NoticeHit {
  const isDismissed = notice.dismissable && dismissed.has(notice.dismissKey);
  return {
    ...notice,
    requiredCredentials: [...notice.requiredCredentials],
    dismissed: isDismissed,
    matchedBy: ground,
  };
}
