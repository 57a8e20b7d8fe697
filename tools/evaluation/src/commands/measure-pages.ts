import { formatShare, type Share, shareWhere } from '@redline/training/share';
import { askEngines, type Verdicts } from '../asking/ask-checkout.ts';
import { type Paired, pairedOf } from '../cases/paired.ts';
import { createRandom } from '../compare/random.ts';
import { buildPages, type Page } from '../pages/build-pages.ts';
import { lawfulTexts } from '../pages/lawful-texts.ts';
import { engineFor } from '../site-folders.ts';
import { type CaseOptions, casesOf, placed } from './measure-cases.ts';

/** Which cases pages are built of, and how. */
export interface PageOptions {
  readonly split: Exclude<CaseOptions['split'], 'test'>;
  readonly seed: number;
  readonly base?: string;
}

/** The figures of an engine on long pages. */
interface PageMeasures {
  /** Violating pages in which a violation touches a labelled quote. */
  readonly found: Share;
  /** Violating pages in which any violation was found. */
  readonly flagged: Share;
  readonly lawfulFlagged: Share;
}

/**
 * Measures long pages that are built of cases.
 * @returns lines for a terminal
 */
export async function measurePages(
  site: string,
  { split, seed, base: commit }: PageOptions,
): Promise<string[]> {
  const engine = engineFor(site);
  const lawful = lawfulTexts(
    site,
    [...casesOf(site, engine, 'train'), ...casesOf(site, engine, 'dev')],
    engine,
  );
  const pages = buildPages(casesOf(site, engine, split), lawful, createRandom(seed));
  const questions = pages.map(({ id, text, place }) => ({
    id,
    site,
    text,
    selection: placed(place, engine),
  }));
  const { current, base } = await askEngines(questions, commit);
  return [
    `${site}, ${split}: ${pages.length} pages, seed ${seed}`,
    ...linesOf(measuresOf(pages, current)),
    ...(base ? ['the base:', ...linesOf(measuresOf(pages, base)), ...pairedLines(pages, current, base)] : []),
    ...alarmLines(pages, current),
  ];
}

function measuresOf(pages: readonly Page[], verdicts: Verdicts): PageMeasures {
  const violating = pages.filter(({ quotes }) => quotes.length > 0);
  const lawful = pages.filter(({ quotes }) => quotes.length === 0);
  return {
    found: shareWhere(violating, (page) => isFound(page, verdicts)),
    flagged: shareWhere(violating, (page) => isFlagged(page, verdicts)),
    lawfulFlagged: shareWhere(lawful, (page) => isFlagged(page, verdicts)),
  };
}

const isFlagged = ({ id }: Page, verdicts: Verdicts): boolean =>
  (verdicts.get(id)?.violations.length ?? 0) > 0;

const isFound = ({ id, quotes }: Page, verdicts: Verdicts): boolean =>
  quotes.some((quote) =>
    verdicts.get(id)?.violations.some(({ start, end }) => start < quote.end && quote.start < end),
  );

const linesOf = ({ found, flagged, lawfulFlagged }: PageMeasures): string[] => [
  `violating pages found at their quotes ${formatShare(found)}`,
  `violating pages flagged anywhere      ${formatShare(flagged)}`,
  `lawful pages flagged                  ${formatShare(lawfulFlagged)}`,
];

/** Lists what was found in lawful pages. */
const alarmLines = (pages: readonly Page[], verdicts: Verdicts): string[] =>
  pages.flatMap(({ id, text, quotes }) =>
    quotes.length > 0
      ? []
      : (verdicts.get(id)?.violations ?? []).map(
          ({ ruleId, start, end }) => `  ${id}: ${ruleId} ${JSON.stringify(text.slice(start, end))}`,
        ),
  );

function pairedLines(pages: readonly Page[], current: Verdicts, base: Verdicts): string[] {
  const ofKind = (isLawful: boolean) => pages.filter(({ quotes }) => (quotes.length === 0) === isLawful);
  const found = pairedOf(ofKind(false).map((page) => [isFound(page, current), isFound(page, base)]));
  const clear = pairedOf(ofKind(true).map((page) => [!isFlagged(page, current), !isFlagged(page, base)]));
  const line = ({ wins, losses, p }: Paired): string => `${wins} won, ${losses} lost, p = ${p.toFixed(4)}`;
  return [
    `beside the base, violating pages      ${line(found)}`,
    `beside the base, lawful pages         ${line(clear)}`,
  ];
}
