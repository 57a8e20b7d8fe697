import { styleText } from 'node:util';
import type { FileResult, PlacedRisk, Run } from '../domain/result.ts';
import type { Level } from '../domain/risk.ts';
import type { Format } from './format.ts';
import { type Summary, summaryOf } from './summary.ts';

/** Characters of a line that are shown before and behind the words at risk. */
const contextMax = 40;
/** The words themselves; the middle of longer ones is left out. */
const wordsMax = 240;

/**
 * Builds the format for people: where, how bad, the words in their line, why, how to fix it, the law.
 * @param isColored marks the words at risk by colour; else they stand in `⟦ ⟧`
 * @param isQuiet leaves out the summary
 */
export function prettyFormat({ isColored, isQuiet }: { isColored: boolean; isQuiet: boolean }): Format {
  const style = (kind: Parameters<typeof styleText>[0], text: string): string =>
    isColored ? styleText(kind, text, { validateStream: false }) : text;
  const colors = { high: 'red', medium: 'yellow', low: 'yellow', hint: 'cyan' } as const;
  const field = (name: string, text: string): string[] => (text ? [`  ${style('dim', name)}  ${text}`] : []);

  function linesOf(path: string, risk: PlacedRisk): string[] {
    const { from, level, ruleId, words, document } = risk;
    const place = `${oneLine(path)}:${from.line}:${from.column}`;
    const inside = document === null ? '' : ` (${document})`;
    return [
      `${style('bold', place)}${inside}  ${style(colors[level], labelOf(risk))}  ${style('dim', ruleId)}`,
      ...(words ? [`  ${excerptOf(risk)}`] : []),
      ...field('why', [risk.category, risk.tierLabel].filter(Boolean).join(', ')),
      ...field('fix', risk.suggestion),
      ...field('law', risk.legalRef),
    ];
  }

  function excerptOf({ words, before, after }: PlacedRisk): string {
    const shown = oneLine(
      words.length > wordsMax ? `${words.slice(0, wordsMax / 2)} … ${words.slice(-wordsMax / 2)}` : words,
    );
    const marked = isColored ? style(['bold', 'underline'], shown) : `⟦${shown}⟧`;
    const left = before.length > contextMax ? `…${before.slice(-contextMax)}` : before;
    const right = after.length > contextMax ? `${after.slice(0, contextMax)}…` : after;
    return `${oneLine(left)}${marked}${oneLine(right)}`.toWellFormed();
  }

  return {
    file: ({ path, risks }: FileResult) =>
      risks.map((risk) => `${linesOf(path, risk).join('\n')}\n\n`).join(''),
    end: ({ files }: Run) => (isQuiet ? '' : `${sentenceOf(summaryOf(files))}\n`),
  };
}

/** Without control characters, which would be instructions to a terminal. */
const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ').replace(/\p{Cc}/gu, ' ');

const labelOf = ({ kind, level, tier }: PlacedRisk): string =>
  [level === 'hint' ? 'hint' : `${level} ${kind === 'comment' ? 'comment' : 'violation'}`, tier]
    .filter(Boolean)
    .join(' ');

/** `3 risks in 2 of 4 files: 2 high, 1 hint; 1 ignored`. */
function sentenceOf({ risks, files, filesAtRisk, ignored, ...counts }: Summary): string {
  const named = (['high', 'medium', 'low', 'hint'] as const satisfies readonly Level[])
    .filter((level) => counts[level] > 0)
    .map((level) => `${counts[level]} ${level}`);
  const found =
    risks === 0
      ? `no risks in ${counted(files, 'file')}`
      : `${counted(risks, 'risk')} in ${filesAtRisk} of ${counted(files, 'file')}: ${named.join(', ')}`;
  return ignored > 0 ? `${found}; ${ignored} ignored` : found;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
