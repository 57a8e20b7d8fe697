import { severities } from '@redline/contracts';
import { wholeCharacters } from '@redline/matcher';
import { type Analysis, analyze } from '../evaluate/analyze.ts';
import { assemble, countsOf, riskLevelOf } from '../evaluate/assemble.ts';
import type { Engine } from '../evaluate/engine.ts';
import { packNameOf } from '../evaluate/evaluate.ts';
import { type Evaluation, embeddedReviewer, type Finding } from '../evaluate/evaluation.ts';
import type { Candidate, Considered } from '../judge/candidate.ts';
import type { Cues } from '../judge/cues.ts';
import type { Words } from '../judge/scope.ts';
import { type Span, spanOfWords } from '../judge/spans.ts';
import type { Selection } from '../pack/dimensions.ts';
import { clearings } from '../pack/schema.ts';
import { type OcrVariant, ocrVariantsOf } from './ocr-variants.ts';
import { originOf } from './offset-map.ts';

/**
 * Evaluates the recognized lines of a picture by the pack's topics for pictures. Several OCR variants are analyzed, since
 * lines break anywhere and recognition errs; findings of several variants count once. No statement is required of a
 * picture, and the reader, which is trained on whole texts, is not applied. Pure and deterministic.
 * @param text recognized lines, divided by line breaks, and blocks of lines that belong together by empty lines
 * @returns offsets are UTF-16 units into `text`
 */
export function evaluatePicture(text: string, engine: Engine, selection: Selection): Evaluation {
  const { pack } = engine;
  const [plain, ...others] = ocrVariantsOf(text, wordsOf(engine)).map((variant) => ({
    variant,
    analysis: analyze(variant.text, engine, selection),
  }));
  const found: Candidate[] = plain ? inSubmittedText(text, plain.variant, plain.analysis.candidates) : [];
  for (const { variant, analysis } of others) {
    const near = analysis.candidates.filter((one) => !isTooFar(variant, one, engine));
    for (const one of inSubmittedText(text, variant, near)) {
      if (!found.some((other) => other.rule.topic === one.rule.topic && overlap(other.span, one.span)))
        found.push(one);
    }
  }
  const denied = others.flatMap(({ variant, analysis }) => deniedAcrossLines(variant, analysis));
  const negated = plain ? linesAfterDenials(text, plain.variant, plain.analysis) : [];
  const candidates = found
    .filter(({ rule, span }) => !denied.some((one) => one.ruleId === rule.id && overlap(one, span)))
    .filter(({ core }) => !negated.some(({ start, end }) => start <= core.start && core.start < end))
    .map((one) => withPictureTier(one, engine));
  const findings = withoutDuplicates(assemble(text, pack, selection, candidates)).map((finding) => ({
    ...finding,
    types: pack.pictures.get(finding.topic)?.types ?? [],
  }));
  return {
    riskLevel: riskLevelOf(findings, pack.meta),
    findings,
    customFindings: [],
    considered: [],
    summary: { ...countsOf(findings), custom: 0, semantic: 0 },
    semanticLabels: [],
    pack: packNameOf(pack),
    reviewer: embeddedReviewer,
  };
}

/** The known words of each pack, split on first use. */
const known = new WeakMap<Engine['pack'], ReadonlySet<string>>();

function wordsOf({ pack }: Engine): ReadonlySet<string> {
  const words = known.get(pack) ?? new Set(pack.pictureWords.split(' ').filter((word) => word !== ''));
  known.set(pack, words);
  return words;
}

const overlap = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;

/** Maps candidates of a variant to the submitted text, in whole characters. */
const inSubmittedText = (text: string, variant: OcrVariant, candidates: readonly Candidate[]): Candidate[] =>
  candidates.map((one) => ({
    ...one,
    span: wholeCharacters(text, originOf(variant, one.span)),
    core: wholeCharacters(text, originOf(variant, one.core)),
  }));

/** The longest match across lines, in words or Chinese characters: a longer one joins unrelated lines. */
const acrossLinesMax = { words: 5, characters: 10 } as const;

/** Tells whether a match joins words from different places of a picture. */
function isTooFar({ text, joins }: OcrVariant, { core }: Candidate, { pack }: Engine): boolean {
  if (!joins.some((join) => core.start <= join && join < core.end)) return false;
  const words = text.slice(core.start, core.end);
  if (pack.language.connectives.spaced)
    return (words.match(/[\p{L}\p{N}]{2,}/gu)?.length ?? 0) > acrossLinesMax.words;
  return words.length > acrossLinesMax.characters || words.includes(' ');
}

/** Words that may stand between a denial and the end of its line: `不出售` / `处方药`. */
const deniedBehindMax = { spaced: 1, unspaced: 3 } as const;

/** Lists matches that a denial at the end of the line before clears (`does not` / `cure cancer`), in the submitted text. */
function deniedAcrossLines(
  variant: OcrVariant,
  { considered, scanned: { structure }, cues }: Analysis,
): Considered[] {
  const behindMax = deniedBehindMax[structure.language.connectives.spaced ? 'spaced' : 'unspaced'];
  const denials = denialsOf(cues).map(({ first, last }) => spanOfWords(structure, first, last).end);
  const joins = variant.joins.filter((join) => denials.some((end) => end <= join && join - end <= behindMax));
  if (joins.length === 0) return [];
  const isTurn = ({ because }: Considered): boolean => clearings.some((one) => one === because);
  return considered
    .filter(
      (one) => isTurn(one) && joins.some((join) => one.end > join && !isLineBetween(variant, join, one)),
    )
    .map((one) => ({ ...one, ...originOf(variant, one) }));
}

const denialsOf = (cues: Cues): readonly Words[] => [...cues.of('negator'), ...cues.of('negatedSubject')];

/** Divides blocks of lines. */
const emptyLine = /\n\s*\n/u;

/** Lists the lines of a block after those that end in a denial, as spans of the submitted text. */
function linesAfterDenials(
  text: string,
  variant: OcrVariant,
  { scanned: { structure }, cues }: Analysis,
): Span[] {
  const { sentences, sentenceOf } = structure;
  return denialsOf(cues).flatMap(({ last }) => {
    const at = sentenceOf[last - 1] ?? -1;
    const next = sentences[at + 1];
    const isLast = sentences[at]?.last === last;
    if (!isLast || !next) return [];
    const denial = originOf(variant, spanOfWords(structure, last - 1, last));
    const line = originOf(variant, spanOfWords(structure, next.first, next.last));
    return emptyLine.test(text.slice(denial.end, line.start)) ? [] : [line];
  });
}

const isLineBetween = ({ text, joins }: OcrVariant, join: number, { start }: Span): boolean =>
  text.slice(join, start).includes('\n') || joins.some((other) => other > join && other < start);

/** Gives a candidate the tier that its topic has on pictures. */
function withPictureTier(one: Candidate, { pack }: Engine): Candidate {
  const tier = pack.pictures.get(one.rule.topic)?.tier;
  return tier ? { ...one, rule: { ...one.rule, tier } } : one;
}

/**
 * Removes duplicates: of overlapping findings of one topic the most severe remains, and of the same words, or a part of
 * them, one, since a line may be recognized more than once.
 */
function withoutDuplicates(findings: readonly Finding[]): Finding[] {
  const mostSevere = findings.toSorted(
    (a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity),
  );
  const distinct: Finding[] = [];
  for (const one of mostSevere) {
    const isDuplicate = distinct.some(
      (other) =>
        other.topic === one.topic && (overlap(other, one) || lettersOf(other).includes(lettersOf(one))),
    );
    if (!isDuplicate) distinct.push(one);
  }
  return distinct.toSorted((a, b) => a.start - b.start || b.end - a.end);
}

const lettersOf = ({ matchedText }: Finding): string =>
  matchedText
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
