import type { TextCheck } from './demo-check.ts';

const widthMax = 100;

/** Formats a verdict for a terminal: each risk with its place, severity, fix and citation. */
export function describeCheck(check: TextCheck): readonly string[] {
  const { text, status, riskLevel, risks } = check;
  const verdict =
    status === 'completed'
      ? `riskLevel ${riskLevel}, ${risks.length} ${risks.length === 1 ? 'risk' : 'risks'}`
      : `the check ended ${status}`;
  return [
    ...wrap(`“${text}”`, '  '),
    '',
    `  ${verdict}`,
    ...risks.flatMap((risk, index) => [
      '',
      ...wrap(
        `${index + 1}. ${risk.severity.toUpperCase()} ${risk.category ?? risk.kind}: “${risk.matchedText}” (${risk.startIndex}–${risk.endIndex})`,
        '  ',
      ),
      ...(risk.suggestion ? wrap(`fix: ${risk.suggestion}`, '     ') : []),
      ...(risk.legalRef ? wrap(`law: ${risk.legalRef}`, '     ') : []),
    ]),
  ];
}

function wrap(text: string, indent: string): string[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(/\s+/)) {
    if (line.trim() !== '' && line.length + word.length + 1 > widthMax) {
      lines.push(line);
      line = indent;
    }
    line += line === indent ? word : ` ${word}`;
  }
  return [...lines, line];
}
