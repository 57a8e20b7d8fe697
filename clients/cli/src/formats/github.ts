import type { FileResult, PlacedRisk } from '../domain/result.ts';
import type { Level } from '../domain/risk.ts';
import type { Format } from './format.ts';

/** Writes the commands by which a GitHub workflow annotates a pull request. */
export const githubFormat: Format = {
  file: ({ path, risks }: FileResult) => risks.map((risk) => `${annotationOf(path, risk)}\n`).join(''),
  end: () => '',
};

const commands: Readonly<Record<Level, string>> = {
  high: 'error',
  medium: 'warning',
  low: 'warning',
  hint: 'notice',
};

function annotationOf(path: string, risk: PlacedRisk): string {
  const { level, from, to, category, ruleId, words, suggestion, legalRef } = risk;
  const isOneLine = from.line === to.line;
  const properties = {
    file: path,
    line: from.line,
    endLine: to.line,
    // Columns are taken of annotations within one line only.
    ...(isOneLine ? { col: from.column, endColumn: to.column } : {}),
    title: `${category} (${ruleId})`,
  };
  const said = Object.entries(properties).map(([name, value]) => `${name}=${propertyOf(String(value))}`);
  const text = [words && `“${words}”`, suggestion, legalRef && `Law: ${legalRef}`].filter(Boolean).join('\n');
  return `::${commands[level]} ${said.join(',')}::${dataOf(text || category)}`;
}

const dataOf = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const propertyOf = (text: string): string => dataOf(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
