import { createHash } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FileResult, PlacedRisk, Run } from '../domain/result.ts';
import type { Level } from '../domain/risk.ts';
import type { Format } from './format.ts';

/** Writes SARIF 2.1.0, with a rule for each that has found something. */
export const sarifFormat: Format = {
  file: () => '',
  end: (run) => `${JSON.stringify(sarifOf(run), null, 2)}\n`,
};

const resultLevels: Readonly<Record<Level, 'error' | 'warning' | 'note'>> = {
  high: 'error',
  medium: 'warning',
  low: 'warning',
  hint: 'note',
};

/** Builds the log of a run. Offsets and columns count UTF-16 units. */
export function sarifOf({ version, judgedBy, files, unread }: Run) {
  const rules = new Map<string, ReturnType<typeof ruleOf>>();
  for (const risk of files.flatMap((file) => file.risks)) {
    if (!rules.has(risk.ruleId)) rules.set(risk.ruleId, ruleOf(risk));
  }
  const indexes = new Map([...rules.keys()].map((id, index) => [id, index]));
  const driver = { name: 'Redline', version, semanticVersion: version, rules: [...rules.values()] };
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver },
        columnKind: 'utf16CodeUnits',
        invocations: [
          { executionSuccessful: unread.length === 0, toolExecutionNotifications: unread.map(unreadOf) },
        ],
        results: files.flatMap((file) => resultsOf(file, indexes)),
        properties: { judgedBy: [...judgedBy] },
      },
    ],
  };
}

const unreadOf = ({ path, reason }: Run['unread'][number]) => ({
  level: 'error',
  message: { text: reason },
  locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(path) } } }],
});

function ruleOf({ ruleId, category, suggestion, legalRef, laws, level }: PlacedRisk) {
  const link = laws.find((law) => law.link !== null)?.link;
  const help = [suggestion, legalRef && `Law: ${legalRef}`].filter(Boolean).join('\n\n') || category;
  const links = laws.map((law) =>
    law.link ? `- [${law.article}](${law.link}), ${law.name}` : `- ${law.article}`,
  );
  return {
    id: ruleId,
    shortDescription: { text: category || ruleId },
    help: { text: help, markdown: [suggestion, ...links].filter(Boolean).join('\n') || help },
    defaultConfiguration: { level: resultLevels[level] },
    ...(link ? { helpUri: link } : {}),
    properties: { legalRef },
  };
}

function resultsOf({ path, risks }: FileResult, indexes: ReadonlyMap<string, number>) {
  const seen = new Map<string, number>();
  return risks.map((risk) => {
    const { ruleId, range, from, to, words, document } = risk;
    const same = seen.get(`${ruleId}\0${words}`) ?? 0;
    seen.set(`${ruleId}\0${words}`, same + 1);
    return {
      ruleId,
      ruleIndex: indexes.get(ruleId) ?? -1,
      level: resultLevels[risk.level],
      message: { text: messageOf(risk) },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: uriOf(path) },
            region: {
              startLine: from.line,
              startColumn: from.column,
              endLine: to.line,
              endColumn: to.column,
              charOffset: range.start,
              charLength: range.end - range.start,
              ...(words ? { snippet: { text: words } } : {}),
            },
          },
          ...(document === null ? {} : { logicalLocations: [{ name: document }] }),
        },
      ],
      partialFingerprints: { 'redlineWords/v1': fingerprintOf(ruleId, words, same) },
      properties: propertiesOf(risk),
    };
  });
}

const messageOf = ({ category, words, suggestion }: PlacedRisk): string =>
  [words ? `${category}: “${words}”.` : `${category}.`, suggestion].filter(Boolean).join(' ');

const propertiesOf = ({ kind, severity, tier, source, legalRef }: PlacedRisk) => ({
  kind,
  severity,
  ...(tier === null ? {} : { tier }),
  source,
  legalRef,
});

/** The same for the same words in another line, so that a result is known again after an edit elsewhere. */
const fingerprintOf = (ruleId: string, words: string, same: number): string =>
  createHash('sha256').update(`${ruleId}\0${words}\0${same}`).digest('hex').slice(0, 32);

function uriOf(path: string): string {
  if (isAbsolute(path)) return pathToFileURL(path).href;
  return path.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
}
