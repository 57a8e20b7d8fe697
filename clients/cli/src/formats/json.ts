import type { FileResult, PlacedRisk, Run } from '../domain/result.ts';
import type { Format } from './format.ts';
import { summaryOf } from './summary.ts';

/** Writes one JSON object; the README has its fields. */
export const jsonFormat: Format = {
  file: () => '',
  end: (run) => `${JSON.stringify(jsonOf(run), null, 2)}\n`,
};

const jsonOf = ({ version, judgedBy, files, unread, failOn, hasFailed }: Run) => ({
  tool: { name: 'redline', version },
  judgedBy,
  failOn,
  hasFailed,
  summary: summaryOf(files),
  files: files.map(fileOf),
  unread,
});

const fileOf = ({ path, verdict, ignored, place, risks }: FileResult) => ({
  path,
  verdict,
  place,
  ignored,
  risks: risks.map(riskOf),
});

const riskOf = ({ range, from, to, before: _before, after: _after, ...risk }: PlacedRisk) => ({
  ...risk,
  line: from.line,
  column: from.column,
  endLine: to.line,
  endColumn: to.column,
  charOffset: range.start,
  charLength: range.end - range.start,
});
