import { type NoticeHit, type NoticeIndustry, noticeGrounds, noticeMechanisms } from '@redline/contracts';
import { type Around, type Confirm, type NoticeQuestion, namedIndustries } from './named-industries.ts';
import type { Notice, NoticeBook } from './notice-book.ts';

/** Finds notices, and knows which of them may be dismissed. */
export interface Notices {
  /**
   * Returns the notices of a piece of content, in the order in which they are listed.
   * @param dismissed the keys that the scope has dismissed
   */
  readonly find: (
    question: NoticeQuestion,
    dismissed: ReadonlySet<string>,
    around: Around,
  ) => Promise<NoticeHit[]>;
  /** Keys of the notices that may be dismissed. */
  readonly dismissable: ReadonlySet<string>;
}

/**
 * Prepares the search for notices.
 * @param confirm null where no model is configured: then the embedded step decides
 */
export function noticesOf(book: NoticeBook, confirm: Confirm | null): Notices {
  return {
    async find(question, dismissed, around) {
      const named = await namedIndustries({ book, confirm, ...around }, question);
      return applicableNotices(book, question, named).map((one) => renderNotice(one, dismissed));
    },
    dismissable: new Set(
      book.notices.flatMap(({ dismissKey, dismissable }) => (dismissable ? [dismissKey] : [])),
    ),
  };
}

/** The reason why a notice applies: the declared industry, the product line, or a keyword. */
type MatchedBy = NoticeHit['matchedBy'];

function applicableNotices(
  { notices }: NoticeBook,
  question: NoticeQuestion,
  named: ReadonlySet<NoticeIndustry>,
): ApplicableNotice[] {
  const applicable = notices.flatMap((notice) => {
    const matchedBy = matchedByOf(notice, question, named);
    return matchedBy ? [{ notice, matchedBy }] : [];
  });
  return mostFitting(applicable, question).toSorted(
    (a, b) => mechanismRank(a.notice) - mechanismRank(b.notice) || matchedByRank(a) - matchedByRank(b),
  );
}

/** Returns the strongest reason why a notice applies; null when it does not. */
function matchedByOf(
  { industry, productLine, platforms }: Notice,
  question: NoticeQuestion,
  named: ReadonlySet<NoticeIndustry>,
): MatchedBy | null {
  if (platforms && question.platform && !platforms.has(question.platform)) return null;
  if (industry !== null && industry === question.industry) return 'vertical';
  if (productLine !== null && productLine === question.productVertical) return 'productVertical';
  return industry !== null && named.has(industry) ? 'keyword' : null;
}

/** A notice that applies, and why. */
interface ApplicableNotice {
  readonly notice: Notice;
  readonly matchedBy: MatchedBy;
}

/** Selects one notice for each mechanism and subject, which its key names: the platform's own where a platform is named. */
function mostFitting(
  applicable: readonly ApplicableNotice[],
  { platform }: NoticeQuestion,
): ApplicableNotice[] {
  const bySubject = Map.groupBy(applicable, ({ notice }) => notice.dismissKey);
  return [...bySubject.values()].flatMap((same) => {
    const fitting = same.find(({ notice }) => (notice.platforms !== null) === Boolean(platform));
    return fitting ?? same[0] ?? [];
  });
}

const mechanismRank = ({ mechanism }: Notice): number => noticeMechanisms.indexOf(mechanism);
const matchedByRank = ({ matchedBy }: ApplicableNotice): number => noticeGrounds.indexOf(matchedBy);

function renderNotice(
  { notice: { productLine: _, platforms: __, ...notice }, matchedBy }: ApplicableNotice,
  dismissed: ReadonlySet<string>,
): NoticeHit {
  const isDismissed = notice.dismissable && dismissed.has(notice.dismissKey);
  return {
    ...notice,
    requiredCredentials: [...notice.requiredCredentials],
    dismissed: isDismissed,
    matchedBy,
  };
}
