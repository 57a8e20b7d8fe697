import { severities } from '@redline/contracts';
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
import { originOf } from './mapped.ts';
import { type Recognised, readingsOf } from './recognised.ts';

/**
 * Judges words that were read off a picture, by the pack's topics of pictures. They are read in several ways, since lines
 * break anywhere and recognition errs; what is found in any way counts once. Nothing is missing on a picture, and the
 * reviewer, which hears whole texts, is not asked. Pure and deterministic.
 * @param text as it was recognised, a line a line
 * @returns offsets are UTF-16 into `text`
 */
export function evaluatePicture(text: string, engine: Engine, selection: Selection): Evaluation {
  const { pack } = engine;
  const [plain, ...others] = readingsOf(text, wordsOf(engine)).map((reading) => ({
    reading,
    analysis: analyze(reading.text, engine, selection),
  }));
  const found: Candidate[] = plain ? placed(plain.reading, plain.analysis.candidates) : [];
  for (const { reading, analysis } of others) {
    const near = analysis.candidates.filter((one) => !isTooFar(reading, one, engine));
    for (const one of placed(reading, near)) {
      if (!found.some((other) => other.rule.topic === one.rule.topic && overlap(other.span, one.span)))
        found.push(one);
    }
  }
  const denied = others.flatMap(({ reading, analysis }) => deniedAcrossLines(reading, analysis));
  const negated = plain ? linesAfterDenials(plain.reading, plain.analysis) : [];
  const candidates = found
    .filter(({ rule, span }) => !denied.some((one) => one.ruleId === rule.id && overlap(one, span)))
    .filter(({ core }) => !negated.some(({ start, end }) => start <= core.start && core.start < end))
    .map((one) => shownOn(one, engine));
  const findings = once(assemble(text, pack, selection, candidates)).map((finding) => ({
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

/** Filled as packs are asked about pictures. */
const known = new WeakMap<Engine['pack'], ReadonlySet<string>>();

function wordsOf({ pack }: Engine): ReadonlySet<string> {
  const words = known.get(pack) ?? new Set(pack.pictureWords.split(' ').filter((word) => word !== ''));
  known.set(pack, words);
  return words;
}

const overlap = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;

/** What stands in a reading, at its place in what was recognised. */
const placed = (reading: Recognised, standing: readonly Candidate[]): Candidate[] =>
  standing.map((one) => ({
    ...one,
    span: originOf(reading, one.span),
    core: originOf(reading, one.core),
  }));

/** Words of several lines that are more than this many words, or characters of Chinese writing, belong to different things. */
const acrossLinesMax = { words: 5, characters: 10 } as const;

/** Whether a rule has put words together that stand in different places of a picture. */
function isTooFar({ text, joins }: Recognised, { core }: Candidate, { pack }: Engine): boolean {
  if (!joins.some((join) => core.start <= join && join < core.end)) return false;
  const words = text.slice(core.start, core.end);
  if (pack.language.connectives.spaced)
    return (words.match(/[\p{L}\p{N}]{2,}/gu)?.length ?? 0) > acrossLinesMax.words;
  return words.length > acrossLinesMax.characters || words.includes(' ');
}

/** Words that may stand between a denial and the end of its line: `不出售` / `处方药`. */
const deniedBehindMax = { spaced: 1, unspaced: 3 } as const;

/** What a line denies that ends in the denial (`does not` / `cure cancer`), at its place in what was recognised. */
function deniedAcrossLines(
  reading: Recognised,
  { considered, scanned: { structure }, cues }: Analysis,
): Considered[] {
  const behindMax = deniedBehindMax[structure.language.connectives.spaced ? 'spaced' : 'unspaced'];
  const denials = denialsOf(cues).map(({ first, last }) => spanOfWords(structure, first, last).end);
  const joins = reading.joins.filter((join) => denials.some((end) => end <= join && join - end <= behindMax));
  if (joins.length === 0) return [];
  const isTurn = ({ because }: Considered): boolean => clearings.some((one) => one === because);
  return considered
    .filter(
      (one) => isTurn(one) && joins.some((join) => one.end > join && !isLineBetween(reading, join, one)),
    )
    .map((one) => ({ ...one, ...originOf(reading, one) }));
}

const denialsOf = (cues: Cues): readonly Words[] => [...cues.of('negator'), ...cues.of('negatedSubject')];

/** The lines behind those that end in a denial, in what was recognised. */
function linesAfterDenials(reading: Recognised, { scanned: { structure }, cues }: Analysis): Span[] {
  const { sentences, sentenceOf } = structure;
  return denialsOf(cues).flatMap(({ last }) => {
    const at = sentenceOf[last - 1] ?? -1;
    const next = sentences[at + 1];
    const isLast = sentences[at]?.last === last;
    return isLast && next ? [originOf(reading, spanOfWords(structure, next.first, next.last))] : [];
  });
}

const isLineBetween = ({ text, joins }: Recognised, join: number, { start }: Span): boolean =>
  text.slice(join, start).includes('\n') || joins.some((other) => other > join && other < start);

/** A match with the tier that pictures give its topic. */
function shownOn(one: Candidate, { pack }: Engine): Candidate {
  const tier = pack.pictures.get(one.rule.topic)?.tier;
  return tier ? { ...one, rule: { ...one.rule, tier } } : one;
}

/**
 * What is shown of the findings: of those of one topic that overlap the most severe, and the same words, or a part of
 * them, once, since a line may be recognised more than once.
 */
function once(findings: readonly Finding[]): Finding[] {
  const heaviest = findings.toSorted(
    (a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity),
  );
  const shown: Finding[] = [];
  for (const one of heaviest) {
    const isSaid = shown.some(
      (other) =>
        other.topic === one.topic && (overlap(other, one) || lettersOf(other).includes(lettersOf(one))),
    );
    if (!isSaid) shown.push(one);
  }
  return shown.toSorted((a, b) => a.start - b.start || b.end - a.end);
}

const lettersOf = ({ matchedText }: Finding): string =>
  matchedText
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
