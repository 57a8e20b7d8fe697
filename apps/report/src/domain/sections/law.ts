import { byCitation, sameCitation } from '../findings/citations.ts';
import { allItems, type Items } from '../findings/items.ts';
import { cleaned, fitted } from '../wording.ts';
import { listed } from './drift.ts';
import { precedentLines } from './precedents.ts';

/** Limit of characters of the lines; a hundred citations fit. */
const lawsLengthMax = 9_000;
/** The character at which the lines of precedents end. */
const casesEndMax = 9_700;

/** Writes 【法律依据】: each citation once, with the findings that rest on it, and then the precedents of each finding. */
export function law(items: Items): readonly string[] {
  const cited = citedLaws(items);
  return [...cited, ...precedentLines(allItems(items), casesEndMax - cited.join('\n').length)];
}

function citedLaws(items: Items): readonly string[] {
  const all = allItems(items);
  if (all.length === 0) return ['本次检测没有需要援引法律依据的风险。'];
  const lines = citedBy(items).map(
    ({ citation, labels }, place) => `${place + 1}. ${citation}（对应：${listed(labels)}）`,
  );
  if (lines.length === 0) return ['检测记录没有为上述风险给出法律依据。'];
  const bare = all.filter(({ citations }) => citations.length === 0).map(({ label }) => label);
  return [
    ...fitted(lines, lawsLengthMax, (count) => `另有 ${count} 条未逐条列出，请查阅检测记录。`),
    ...(bare.length > 0 ? [`检测记录没有为以下风险给出法律依据：${listed(bare)}。`] : []),
    '以上为检测规则所援引的条款，适用时以现行有效文本为准。',
  ];
}

interface Cited {
  citation: string;
  readonly labels: string[];
}

/** Sorts citations; a law that is cited by its full and its short name is listed by the full one. */
export function citedBy(items: Items): readonly Readonly<Cited>[] {
  const cited = new Map<string, Cited>();
  for (const { label, citations } of allItems(items)) {
    for (const raw of citations) {
      const citation = cleaned(raw);
      if (citation === '') continue;
      const known = cited.get(sameCitation(citation)) ?? { citation, labels: [] };
      if (citation.length > known.citation.length) known.citation = citation;
      if (!known.labels.includes(label)) known.labels.push(label);
      cited.set(sameCitation(citation), known);
    }
  }
  return [...cited.values()].toSorted((a, b) => byCitation(a.citation, b.citation));
}
