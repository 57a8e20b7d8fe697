import type { Document, Range, Source } from './copy.ts';
import { covers, type Ignore, type IgnoreFault, ignoresOf } from './ignores.ts';
import { type JudgedText, judgedTextsOf, rangeIn } from './judged-texts.ts';
import { type Lines, linesOf } from './lines.ts';
import type { CopyPlace, FileResult, PlacedRisk } from './result.ts';
import { levelOf, type Risk, verdictOf } from './risk.ts';
import { hasTiers } from './sites.ts';

/** Finds the risks of a text. */
export type FindRisks = (text: string) => Promise<readonly Risk[]> | readonly Risk[];

/** A file whose copy was read. */
export interface ReadCopy {
  readonly path: string;
  readonly file: string;
  readonly source: Source;
}

/**
 * Judges the copy of a file and says where in the file each risk stands. What ignore comments name is left out; those
 * without a reason, and those that left nothing out, are reported themselves.
 * @throws what `findRisks` throws
 */
export async function checkCopy(
  { path, file, source }: ReadCopy,
  findRisks: FindRisks,
  place: CopyPlace,
): Promise<FileResult> {
  const lines = linesOf(file);
  const found: PlacedRisk[] = [];
  for (const document of source.documents) {
    for (const judged of judgedTextsOf(document)) {
      for (const risk of await findRisks(judged.text)) found.push(placed(risk, judged, document, lines));
    }
  }
  const { ignores, faults } = ignoresOf(source.comments, lines);
  const used = new Set<Ignore>();
  const left = found.filter((risk) => {
    const covering = ignores.filter((ignore) => covers(ignore, risk.from.line, risk));
    for (const ignore of covering) used.add(ignore);
    return covering.length === 0;
  });
  const ofComments = [
    ...faults.map((fault) => ofComment(fault, faultTexts[fault.kind], lines)),
    ...ignores.filter((ignore) => !used.has(ignore)).map((ignore) => ofComment(ignore, unused, lines)),
  ];
  const risks = [...left, ...ofComments].sort((a, b) => a.range.start - b.range.start);
  const verdict = verdictOf(left, hasTiers(place.site));
  return { path, risks, ignored: found.length - left.length, verdict, place };
}

function placed(risk: Risk, judged: JudgedText, { name }: Document, lines: Lines): PlacedRisk {
  const { start, end, ...rest } = risk;
  const hasPlace = start >= 0;
  const range = rangeIn(judged, Math.max(0, start), hasPlace ? end : 0);
  const lineStart = judged.text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = judged.text.indexOf('\n', end);
  return {
    ...rest,
    level: levelOf(risk),
    words: hasPlace ? judged.text.slice(start, end) : '',
    before: hasPlace ? judged.text.slice(lineStart, start) : '',
    after: hasPlace ? judged.text.slice(end, lineEnd < 0 ? undefined : lineEnd) : '',
    range,
    from: lines.positionOf(range.start),
    to: lines.positionOf(range.end),
    document: name,
  };
}

interface CommentText {
  readonly ruleId: string;
  readonly category: string;
  readonly suggestion: string;
  /** A `low` one is a hint, and any other counts as a violation of low severity. */
  readonly severity: Risk['severity'];
}

const form = '<!-- redline-ignore-next-line RULE: reason -->';
const unused: CommentText = {
  ruleId: 'redline.unused-ignore',
  category: 'Ignore comment that leaves nothing out',
  suggestion: 'Remove the comment, or correct the rule that it names.',
  severity: 'low',
};
const malformed = { ruleId: 'redline.malformed-ignore', severity: 'medium' } as const;
const faultTexts: Readonly<Record<IgnoreFault['kind'], CommentText>> = {
  'no-reason': {
    ruleId: 'redline.ignore-without-reason',
    category: 'Ignore comment without a reason',
    suggestion: `Say why the copy is lawful: ${form}`,
    severity: 'medium',
  },
  'no-rule': {
    ...malformed,
    category: 'Ignore comment that names no rule',
    suggestion: `Write it as ${form}`,
  },
  unknown: {
    ...malformed,
    category: 'Ignore comment of no known kind',
    suggestion: 'There are redline-ignore-next-line, redline-ignore-start and redline-ignore-end.',
  },
  'no-start': {
    ...malformed,
    category: 'redline-ignore-end without redline-ignore-start',
    suggestion: 'Remove the comment, or open the range that it ends.',
  },
  'no-end': {
    ...malformed,
    category: 'redline-ignore-start without redline-ignore-end',
    suggestion: 'End the range with <!-- redline-ignore-end -->',
  },
};

function ofComment({ start, end }: Range, text: CommentText, lines: Lines): PlacedRisk {
  const risk = { kind: 'comment', severity: text.severity, tier: null } as const;
  return {
    ...text,
    ...risk,
    alsoFoundBy: [],
    tierLabel: null,
    source: 'rule',
    legalRef: '',
    laws: [],
    level: levelOf(risk),
    ...{ words: '', before: '', after: '', document: null },
    range: { start, end },
    from: lines.positionOf(start),
    to: lines.positionOf(end),
  };
}
