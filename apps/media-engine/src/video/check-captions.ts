import { evaluateLimits } from '@redline/contracts';
import type { Evaluate } from '../clients/text-engine.ts';
import { captionsOf } from '../domain/captions/caption.ts';
import { type AddedDetection, placedFindings, withCaptions } from '../domain/captions/caption-findings.ts';
import { followLines } from '../domain/captions/follow-lines.ts';
import { type CaptionPassage, passagesOfCaptions } from '../domain/captions/passages.ts';
import { storedCaptions } from '../domain/captions/stored-captions.ts';
import type { CheckRequest, Detection } from '../domain/detection.ts';
import { detectionsOf } from '../domain/images/detections.ts';
import type { FrameSample } from '../domain/videos/frame-sample.ts';
import type { StoredCaption } from '../domain/videos/reports.ts';
import type { FrameReport } from '../domain/videos/stored-frames.ts';

/** The frames of a video, and the report on each. */
interface CheckedFrames {
  readonly samples: readonly FrameSample[];
  /** The report on each distinct frame, in order. */
  readonly reports: readonly FrameReport[];
  readonly durationSeconds: number;
}

/** Captions, and the findings on frames with those that go on over several captions. */
interface CheckedCaptions {
  readonly captions: readonly StoredCaption[];
  /** The findings on each distinct frame, in order. */
  readonly detections: readonly (readonly Detection[])[];
}

/** Passages of one request: one that joins lines takes longer than a frame. */
const passagesAtOnce = 10;

/**
 * Joins the text on frames to captions, and has what no frame shows as a whole evaluated by the rules for words on
 * pictures: sentences that go on over several captions, and lines that move through the picture. Every caption was
 * evaluated with its frames already.
 * @throws BusError or Error if the rules could not be asked
 */
export async function checkCaptions(
  evaluate: Evaluate,
  request: CheckRequest,
  { samples, reports, durationSeconds }: CheckedFrames,
): Promise<CheckedCaptions> {
  const onFrames = reports.map(({ detections }) => detections);
  const lines = reports.map((report) => report.lines);
  const captions = captionsOf(followLines({ samples, lines, durationSeconds }));
  const passages = passagesOfCaptions(captions);
  const added = new Map<string, AddedDetection>();
  for (let at = 0; at < passages.length; at += passagesAtOnce) {
    for (const { passage, findings } of await evaluated(
      evaluate,
      request,
      passages.slice(at, at + passagesAtOnce),
    )) {
      for (const { finding, boxes, ...where } of placedFindings(findings, passage, captions, onFrames)) {
        const words = { detector: 'text', page: 0, findings: [{ ...finding, boxes }] } as const;
        const [detection] = detectionsOf([words], [], [], request.types);
        // The next passage of a long run begins with captions of the one before.
        const name = `${finding.ruleId} ${where.captions.join(' ')} ${finding.matchedText}`;
        if (detection) added.set(name, { ...where, detection });
      }
    }
  }
  const { detections, riskLevels } = withCaptions(onFrames, captions, [...added.values()]);
  return { captions: storedCaptions(captions, riskLevels), detections };
}

async function evaluated(evaluate: Evaluate, request: CheckRequest, passages: readonly CaptionPassage[]) {
  const asked = passages.map(({ text }, id) => ({
    id: `${id}`,
    text: text.slice(0, evaluateLimits.passageLength),
  }));
  const reply = await evaluate(request, { medium: 'picture', passages: asked, labels: [] });
  const byId = new Map(reply.passages.map(({ id, findings }) => [id, findings]));
  return passages.map((passage, id) => ({ passage, findings: byId.get(`${id}`) ?? [] }));
}
