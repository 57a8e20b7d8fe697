import { evaluateLimits } from '@redline/contracts';
import type { Evaluate } from '../clients/text-engine.ts';
import type { PageFindings } from '../detectors/page-detector.ts';
import type { CheckRequest, Detection } from '../domain/detection.ts';
import { boxOf, type PageFit } from '../domain/images/boxes.ts';
import { codeLabels, detectionsOf, type PlacedLabel } from '../domain/images/detections.ts';
import { passageOf, placesIn, type Rectangle } from '../domain/images/placed-line.ts';
import { type ShownLine, shownLineOf } from '../domain/images/shown-line.ts';

/** The findings of one detector on one page. */
export interface FoundOnPage extends PageFindings {
  /** Which page it is, from 0. */
  readonly page: number;
  readonly fit: PageFit;
}

/** The findings of all pages as the rules see them. */
interface EvaluatedFindings {
  readonly detections: readonly Detection[];
  readonly ocrText: string;
  readonly lines: readonly ShownLine[];
}

/** Words that a detector has read on a page. */
interface Passage extends Pick<FoundOnPage, 'page' | 'fit'> {
  readonly detector: 'text' | 'codes';
  readonly text: string;
  /** Returns where a part of the text is, in pixels of the page. */
  readonly placesOf: (part: { readonly start: number; readonly end: number }) => readonly Rectangle[];
}

/**
 * Has the words, codes and labels of all pages evaluated by the rules, in one request; none is sent if there is nothing
 * to evaluate. Words that several pages repeat are evaluated once.
 * @param findings of the detectors that ran, page by page
 * @throws BusError or Error if the rules could not be asked
 */
export async function evaluateFindings(
  evaluate: Evaluate,
  request: CheckRequest,
  findings: readonly FoundOnPage[],
): Promise<EvaluatedFindings> {
  const texts = findings.flatMap(textOf);
  const detected = [...findings.flatMap(labelsOf), ...findings.flatMap(codesOf)];
  const passages = [...distinct(texts), ...distinct(findings.flatMap(wordsOfCodes))]
    .filter(({ text }) => text !== '')
    .slice(0, evaluateLimits.passages)
    .map((passage, index) => ({ ...passage, id: `${index}` }));
  const labels = [...new Set(detected.map(({ label }) => label))].slice(0, evaluateLimits.labels);
  const ocrText = findings.flatMap(({ lines = [] }) => lines.map(({ text }) => text)).join('\n');
  const shown = findings.flatMap(({ lines = [], fit }) => lines.map((line) => shownLineOf(line, fit)));
  const read = { ocrText, lines: shown };
  if (passages.length === 0 && labels.length === 0) return { detections: [], ...read };
  const reply = await evaluate(request, {
    medium: 'picture',
    passages: passages.map(({ id, text }) => ({ id, text: text.slice(0, evaluateLimits.passageLength) })),
    labels,
  });
  const byId = new Map(reply.passages.map((passage) => [passage.id, passage.findings]));
  const evaluated = passages.map(({ id, detector, page, fit, placesOf }) => ({
    detector,
    page,
    findings: (byId.get(id) ?? []).map((finding) => ({
      ...finding,
      boxes: placesOf(finding).map((place) => boxOf(place, fit)),
    })),
  }));
  return { detections: detectionsOf(evaluated, detected, reply.labels, request.types), ...read };
}

function textOf({ lines = [], page, fit }: FoundOnPage): readonly Passage[] {
  const text = passageOf(lines);
  const placesOf: Passage['placesOf'] = ({ start, end }) => placesIn(lines, start, end);
  return text === '' ? [] : [{ detector: 'text', text, page, fit, placesOf }];
}

/** Returns the content of codes as passages. It is not written out, so any part of it is placed at the whole code. */
const wordsOfCodes = ({ codes = [], page, fit }: FoundOnPage): readonly Passage[] =>
  codes.map(({ text, place }) => ({ detector: 'codes', text, page, fit, placesOf: () => [place] }));

const labelsOf = ({ labels = [], page }: FoundOnPage): readonly PlacedLabel[] =>
  labels.map((label) => ({ ...label, page, boxes: [] }));

const codesOf = ({ codes = [], page, fit }: FoundOnPage): readonly PlacedLabel[] =>
  codes.map(({ isMatrix, text, place }) => ({
    detector: 'codes',
    label: isMatrix ? codeLabels.matrix : codeLabels.bars,
    words: text === '' ? null : text,
    page,
    boxes: [boxOf(place, fit)],
  }));

/** Returns passages, the first of those that have the same text. */
const distinct = (passages: readonly Passage[]): readonly Passage[] =>
  [...new Map(passages.toReversed().map((passage) => [passage.text, passage])).values()].toReversed();
