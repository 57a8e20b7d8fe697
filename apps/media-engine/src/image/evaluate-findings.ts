import { evaluateLimits } from '@redline/contracts';
import type { Evaluate } from '../clients/text-engine.ts';
import type { PageFindings } from '../detectors/page-detector.ts';
import type { CheckRequest, Detection } from '../domain/detection.ts';
import { codeLabels, type DetectedLabel, detectionsOf } from '../domain/images/detections.ts';

/** The findings of all pages as the rules see them. */
interface EvaluatedFindings {
  readonly detections: readonly Detection[];
  readonly ocrText: string;
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
  findings: readonly PageFindings[],
): Promise<EvaluatedFindings> {
  const texts = findings.flatMap(({ text }) => (text ? [text] : []));
  const codes = findings.flatMap((page) => page.codes ?? []);
  const detected = [
    ...findings.flatMap((page) => page.labels ?? []),
    ...codes.map(
      ({ isMatrix, text }): DetectedLabel => ({
        detector: 'codes',
        label: isMatrix ? codeLabels.matrix : codeLabels.bars,
        words: text === '' ? null : text,
      }),
    ),
  ];
  const passages = [
    ...distinct(texts).map((text) => ({ detector: 'text' as const, text })),
    ...distinct(codes.map(({ text }) => text)).map((text) => ({ detector: 'codes' as const, text })),
  ]
    .filter(({ text }) => text !== '')
    .slice(0, evaluateLimits.passages)
    .map(({ detector, text }, index) => ({ detector, id: `${index}`, text: shortened(text) }));
  const labels = distinct(detected.map(({ label }) => label)).slice(0, evaluateLimits.labels);
  const ocrText = texts.join('\n');
  if (passages.length === 0 && labels.length === 0) return { detections: [], ocrText };
  const reply = await evaluate(request, {
    medium: 'picture',
    passages: passages.map(({ id, text }) => ({ id, text })),
    labels,
  });
  const byId = new Map(reply.passages.map((passage) => [passage.id, passage.findings]));
  const evaluated = passages.map(({ id, detector }) => ({ detector, findings: byId.get(id) ?? [] }));
  return { detections: detectionsOf(evaluated, detected, reply.labels, request.types), ocrText };
}

const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)];
const shortened = (text: string): string => text.slice(0, evaluateLimits.passageLength);
