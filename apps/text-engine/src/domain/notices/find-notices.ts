import { type NoticeHit, type NoticeIndustry, noticeGrounds, noticeMechanisms } from '@redline/contracts';
import { isConfirmed } from './embedded-confirmation.ts';
import { keywordIn, scanKeywords } from './keyword-scan.ts';
import type { Notice, NoticeBook } from './notice-book.ts';

/** What is asked: where the content is to be published, and what it says. */
export interface NoticeQuestion {
  readonly productVertical: string;
  readonly platform?: string | undefined;
  readonly industry?: NoticeIndustry | undefined;
  readonly text: string;
}

/** What a model is asked: which of these industries the text really concerns. */
export interface ConfirmationQuestion {
  readonly text: string;
  readonly candidates: readonly {
    readonly industry: NoticeIndustry;
    readonly label: string;
    /** As they stand in the text. */
    readonly keywords: readonly string[];
  }[];
}

/** A model that confirms keywords. What it throws, and what it does not name, drops them. */
export type Confirm = (question: ConfirmationQuestion) => Promise<readonly NoticeIndustry[]>;

/** Finds notices, and knows which of them may be dismissed. */
export interface Notices {
  /**
   * The notices of a piece of content, in the order in which they are shown.
   * @param dismissed the keys that the scope has dismissed
   * @param onFailure is told when a model failed
   */
  readonly find: (
    question: NoticeQuestion,
    dismissed: ReadonlySet<string>,
    onFailure: (error: unknown) => void,
  ) => Promise<NoticeHit[]>;
  /** Keys. */
  readonly dismissable: ReadonlySet<string>;
}

/** @param confirm null where no model is configured: then the embedded step decides */
export function noticesOf(book: NoticeBook, confirm: Confirm | null): Notices {
  return {
    find: (question, dismissed, onFailure) => findNotices({ book, confirm, onFailure }, question, dismissed),
    dismissable: new Set(
      book.notices.flatMap(({ dismissKey, dismissable }) => (dismissable ? [dismissKey] : [])),
    ),
  };
}

interface Finding {
  readonly book: NoticeBook;
  readonly confirm: Confirm | null;
  readonly onFailure: (error: unknown) => void;
}

type Ground = NoticeHit['matchedBy'];

async function findNotices(
  deps: Finding,
  question: NoticeQuestion,
  dismissed: ReadonlySet<string>,
): Promise<NoticeHit[]> {
  const named = await industriesIn(deps, question);
  const grounds = deps.book.notices.flatMap((notice) => {
    const ground = groundOf(notice, question, named);
    return ground ? [{ notice, ground }] : [];
  });
  return mostFitting(grounds, question)
    .toSorted((a, b) => mechanismRank(a.notice) - mechanismRank(b.notice) || groundRank(a) - groundRank(b))
    .map(({ notice, ground }) => shown(notice, ground, dismissed));
}

/** The industries that the text concerns, besides the declared one. */
async function industriesIn(
  { book, confirm, onFailure }: Finding,
  { text, productVertical, industry }: NoticeQuestion,
): Promise<ReadonlySet<NoticeIndustry>> {
  if (text === '') return new Set();
  const scanned = scanKeywords(text, book);
  const candidates = scanned.candidates.filter(({ keywords }) => keywords.industry !== industry);
  if (candidates.length === 0) return new Set();
  if (!confirm) {
    const confirmed = candidates.filter((each) => isConfirmed(scanned, each, book, productVertical));
    return new Set(confirmed.map(({ keywords }) => keywords.industry));
  }
  const asked = candidates.map(({ keywords, hits }) => ({
    industry: keywords.industry,
    label: labelOf(book, keywords.industry),
    keywords: [...new Set(hits.map((hit) => keywordIn(scanned.reading, hit)))],
  }));
  try {
    const confirmed = new Set(await confirm({ text, candidates: asked }));
    return new Set(asked.map((each) => each.industry).filter((each) => confirmed.has(each)));
  } catch (error) {
    onFailure(error);
    return new Set();
  }
}

const labelOf = ({ notices }: NoticeBook, industry: NoticeIndustry): string =>
  notices.find((notice) => notice.industry === industry)?.industryLabel ?? industry;

/** What a notice is called for by, the strongest first. */
function groundOf(
  { industry, productLine, platforms }: Notice,
  question: NoticeQuestion,
  named: ReadonlySet<NoticeIndustry>,
): Ground | null {
  if (platforms && question.platform && !platforms.has(question.platform)) return null;
  if (industry !== null && industry === question.industry) return 'vertical';
  if (productLine !== null && productLine === question.productVertical) return 'productVertical';
  return industry !== null && named.has(industry) ? 'keyword' : null;
}

interface Grounded {
  readonly notice: Notice;
  readonly ground: Ground;
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
  ground: Ground,
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
