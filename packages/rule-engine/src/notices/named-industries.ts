import type { NoticeIndustry } from '@redline/contracts';
import { isConfirmed } from './embedded-confirmation.ts';
import { keywordIn, scanKeywords } from './keyword-scan.ts';
import type { NoticeBook } from './notice-book.ts';

/** A question for notices: the place of the content, and its text. */
export interface NoticeQuestion {
  readonly productVertical: string;
  readonly platform?: string | undefined;
  readonly industry?: NoticeIndustry | undefined;
  readonly text: string;
}

/** A question to a model: which of these industries the text really concerns. */
export interface ConfirmationQuestion {
  readonly text: string;
  /** The language of the text, as ISO 639 names it. */
  readonly language: string;
  readonly candidates: readonly {
    readonly industry: NoticeIndustry;
    readonly label: string;
    /** As they stand in the text. */
    readonly keywords: readonly string[];
  }[];
}

/** A model that confirms keywords. What it throws, and what it does not name, drops them. */
export type Confirm = (question: ConfirmationQuestion) => Promise<readonly NoticeIndustry[]>;

/** The hooks of a search. */
export interface Around {
  /** Is told when a model failed. */
  readonly onFailure: (error: unknown) => void;
  /** Lets others have a turn, between two parts of a long text. */
  readonly turn: () => Promise<void>;
}

interface Search extends Around {
  readonly book: NoticeBook;
  /** Null where no model is configured: then the embedded step decides. */
  readonly confirm: Confirm | null;
}

/** Longer texts are read in parts: 20,000 characters at once take 20 to 40 ms, in which nobody else is served. */
const partLengthMax = 2_000;

/** The industries that the text concerns by its keywords, besides the declared one. */
export async function namedIndustries(
  search: Search,
  { text, productVertical, industry: declared }: NoticeQuestion,
): Promise<ReadonlySet<NoticeIndustry>> {
  const { book, confirm, turn } = search;
  const found = new Map<NoticeIndustry, { readonly keywords: Set<string>; isConfirmed: boolean }>();
  for (const part of partsOf(text)) {
    const scanned = scanKeywords(part, book);
    for (const named of scanned.industries) {
      const { industry } = named.keywords;
      if (industry === declared) continue;
      const known = found.get(industry) ?? { keywords: new Set(), isConfirmed: false };
      found.set(industry, known);
      for (const match of named.matches) known.keywords.add(keywordIn(scanned.scanned, match));
      known.isConfirmed ||= confirm === null && isConfirmed(scanned, named, book, productVertical);
    }
    await turn();
  }
  if (confirm === null) return new Set([...found].flatMap(([one, known]) => (known.isConfirmed ? one : [])));
  const keywords = [...found].map(([industry, known]) => [industry, [...known.keywords]] as const);
  return confirmedByModel(confirm, search, text, new Map(keywords));
}

async function confirmedByModel(
  confirm: Confirm,
  { book, onFailure }: Search,
  text: string,
  keywords: ReadonlyMap<NoticeIndustry, readonly string[]>,
): Promise<ReadonlySet<NoticeIndustry>> {
  if (keywords.size === 0) return new Set();
  const candidates = [...keywords].map(([industry, own]) => ({
    industry,
    label: book.notices.find((notice) => notice.industry === industry)?.industryLabel ?? industry,
    keywords: own,
  }));
  try {
    const confirmed = await confirm({ text, language: book.language, candidates });
    return new Set(confirmed.filter((industry) => keywords.has(industry)));
  } catch (error) {
    onFailure(error);
    return new Set();
  }
}

const sentenceEnd = /[^。！？!?\n]*[。！？!?\n]*/gu;

/** Sentences in order, as many together as a part may hold; one that is longer is cut. */
export function partsOf(text: string): string[] {
  if (text.length <= partLengthMax) return text === '' ? [] : [text];
  const parts: string[] = [];
  let part = '';
  for (const [sentence] of text.matchAll(sentenceEnd)) {
    if (part.length + sentence.length > partLengthMax && part !== '') {
      parts.push(part);
      part = '';
    }
    part += sentence;
    for (; part.length > partLengthMax; part = part.slice(partLengthMax))
      parts.push(part.slice(0, partLengthMax));
  }
  return part === '' ? parts : [...parts, part];
}
