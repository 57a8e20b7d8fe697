import { citationsIn, sameCitation } from './findings/citations.ts';
import { allItems, type Items } from './findings/items.ts';
import { bodyLengthMax } from './stream/section.ts';

/** A section proposed by a model, and the facts that it may state. */
export interface Proposal {
  readonly text: string;
  /** The section as the embedded writer has it: all that is known, in words that hold nothing else. */
  readonly facts: string;
  readonly items: Items;
}

/** Limit of characters of a proposal: prose needs more words than lines, not more facts. */
export const proposalLengthMax = (facts: string): number => Math.min(bodyLengthMax, 2 * facts.length + 200);

/** Names of findings in the report. */
const label = /(?:画面|声音|口播|自定义词)\d+/gu;

type Check = (proposal: Proposal) => boolean;

/**
 * Why a proposed section is not taken; null where it says what the facts say. A proposal that was talked into something by
 * words in the facts fails like one that was invented: every number, time, quotation, law, label and foreign word must be
 * among the facts, each with the finding it belongs to; nothing that breaks the law may be missing, nor what was not
 * checked; and it may not give comfort that the facts do not give.
 */
export function problemOfProposal(proposal: Proposal): string | null {
  for (const [fault, holds] of Object.entries(checks)) if (!holds(proposal)) return fault;
  return null;
}

const checks: Readonly<Record<string, Check>> = {
  length: ({ text, facts }) => text.trim().length >= 10 && text.length <= proposalLengthMax(facts),
  form: ({ text }) =>
    text.isWellFormed() && !/[【】#*`<>|]|[^\P{Cc}\n]|[０-９]|https?:|www\./iu.test(unquoted(text)),
  quotes: ({ text, facts }) => {
    const known = new Set(quotesIn(facts));
    return (
      isPaired(text) &&
      !/["'「」『』]/u.test(unquoted(text)) &&
      quotesIn(text).every((quote) => known.has(quote))
    );
  },
  chinese: ({ text }) => {
    const letters = unquoted(text).match(/\p{L}/gu) ?? [];
    return letters.filter((letter) => /\p{Script=Han}/u.test(letter)).length * 2 > letters.length;
  },
  words: among(/[A-Za-z][A-Za-z_]*/g),
  labels: among(label),
  numbers: among(/(?<!画面|声音|口播|自定义词|\d)\d+(?:[.:]\d+)*/gu),
  counts: among(/[一二三四五六七八九十百千万两]+(?=[个项处次段帧秒分倍成人])/gu),
  laws: ({ text, facts }) => {
    const known = new Set(citationsIn(facts).map(sameCitation));
    const articles = among(/第[一二三四五六七八九十百零〇]+[条款]/gu);
    return citationsIn(text).every((law) => known.has(sameCitation(law))) && articles({ text, facts });
  },
  findings: ({ text, facts }) => {
    const known = segmentsOf(facts);
    return [...segmentsOf(text)].every(([name, words]) =>
      distinctiveIn(words).every((word) => distinctiveIn(known.get(name) ?? '').includes(word)),
    );
  },
  missing: ({ text, facts, items }) =>
    allItems(items)
      .filter(({ tier, label: name }) => tier === 'STRICT' && names(facts, name))
      .every(({ label: name, subject }) => {
        const due = quotesIn(subject).filter((quote) => quotesIn(facts).includes(quote));
        return names(text, name) && due.every((quote) => quotesIn(text).includes(quote));
      }),
  limits: ({ text, facts }) => {
    const limits =
      /(?:画面文字识别|二维码与条形码识别|裸露内容指示检测|画面内容识别|口播转写|声音内容检测)（[^）]*）/gu;
    return [...facts.matchAll(limits)].every(([limit]) => text.includes(limit));
  },
  verdict: ({ text, facts }) => {
    const verdict = /(?:必须修改|建议修改|通过)（(?:REJECT|REVIEW|PASS)）/u;
    const known = verdict.exec(facts)?.[0];
    return known === undefined || text.includes(known);
  },
  comfort: among(
    /(?:未|没有|无|不)(?:发现|存在|构成|属于|涉及|含有|违反)|无风险|无问题|无违规|误判|忽略|无需|不必|不需要|不用|放心|合规|合法|安全|通过|可以(?:直接)?(?:发布|投放)|准予/gu,
  ),
};

/** Holds where all that matches outside quotations is matched by the facts too. */
function among(pattern: RegExp): (proposal: Pick<Proposal, 'text' | 'facts'>) => boolean {
  const matchedIn = (words: string) => [...unquoted(words).matchAll(pattern)].map(([found]) => found);
  return ({ text, facts }) => {
    const known = new Set(matchedIn(facts));
    return matchedIn(text).every((found) => known.has(found));
  };
}

const quotesIn = (text: string): readonly string[] =>
  [...text.matchAll(/“([^“”]*)”/gu)].map(([, quote = '']) => quote);
const unquoted = (text: string): string => text.replace(/“[^“”]*”/gu, '“”');

/** Tells whether every quotation ends, and none contains another. */
const isPaired = (text: string): boolean => !/[“”]/u.test(text.replace(/“[^“”]*”/gu, ''));

const names = (text: string, name: string): boolean =>
  [...unquoted(text).matchAll(label)].some(([found]) => found === name);

/** Returns the words after each label up to the next one or the end of the line, joined over all its places. */
function segmentsOf(text: string): ReadonlyMap<string, string> {
  const segments = new Map<string, string>();
  for (const line of text.split('\n')) {
    const labels = [...line.matchAll(label)];
    for (const [place, found] of labels.entries()) {
      const [name] = found;
      const words = line.slice(found.index + name.length, labels[place + 1]?.index ?? line.length);
      segments.set(name, `${segments.get(name) ?? ''}${words}\n`);
    }
  }
  return segments;
}

/** Returns the words that distinguish one finding from another: times, quotations, tiers and laws. */
const distinctiveIn = (words: string): readonly string[] => [
  ...[...unquoted(words).matchAll(/\d+:\d\d|STRICT|SOFT/g)].map(([found]) => found),
  ...quotesIn(words),
  ...citationsIn(words).map(sameCitation),
];
