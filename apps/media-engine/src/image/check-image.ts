import { stat } from 'node:fs/promises';
import { evaluateLimits, type SiteId, sites } from '@redline/contracts';
import type { ConvertHeic } from '../clients/images/convert-heic.ts';
import { PictureFault } from '../clients/images/image-error.ts';
import type { PictureProcess } from '../clients/images/image-process.ts';
import type { Code, Prepared, Survey } from '../clients/images/worker/protocol.ts';
import { inPrivateFolder } from '../clients/private-folder.ts';
import type { TextReader } from '../clients/programs/tesseract.ts';
import type { Evaluate } from '../clients/text-engine.ts';
import type { See } from '../detectors/vision.ts';
import {
  type Ask,
  type Coverage,
  coverageOf,
  type Detection,
  type Detector,
  type Looked,
} from '../domain/detection.ts';
import { isAsked } from '../domain/images/asked.ts';
import { codeLabels, detectionsOf, type Sighting } from '../domain/images/detections.ts';
import { isSuspected, nudityLabel } from '../domain/images/nudity.ts';

/** What was found on a picture. */
export interface PictureReport {
  /** Upright, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly sizeBytes: number;
  readonly detections: readonly Detection[];
  readonly coverage: readonly Coverage[];
  /** Its lines, separated by line ends. */
  readonly ocrText: string;
}

/**
 * Has every detector look at the picture in a file: text, codes, nudity, and a vision model where one is configured.
 * @param options.skip detectors that are not to look, and are not named in the coverage
 * @throws PictureFault for what cannot be decoded; Error where the rules could not be asked; the signal's reason when
 *   that ended it
 */
export type LookAtPicture = (
  path: string,
  ask: Ask,
  signal: AbortSignal,
  options?: { readonly skip?: readonly Detector[] },
) => Promise<PictureReport>;

export interface PictureParts {
  readonly pictures: PictureProcess;
  readonly reader: TextReader;
  readonly convertHeic: ConvertHeic;
  /** Null where no vision model is configured. */
  readonly see: See | null;
  readonly evaluate: Evaluate;
  /** Told why a detector failed; the record only says that it did. */
  readonly onFailure: (detector: Detector, error: unknown) => void;
}

/** What a detector brought home from one page. */
interface Seen {
  readonly text?: string;
  readonly codes?: readonly Code[];
  readonly sightings?: readonly Sighting[];
}

/** Looks at one page. Null where nobody is configured to. */
type Look = ((page: Prepared) => Promise<Seen>) | null;

export const pictureLooker = (parts: PictureParts): LookAtPicture => {
  return (path, ask, signal, { skip = [] } = {}) =>
    inPrivateFolder(async (folder) => {
      const { size: sizeBytes } = await stat(path);
      if (sizeBytes === 0) throw new PictureFault('the file is empty');
      const { file, survey } = await opened(parts, path, folder, signal);
      const looks = await detectorsFor(parts, ask, signal);
      const asked = [...looks].filter(([name]) => !skip.includes(name) && isAsked(name, ask.types));
      const looking: Promise<Outcome>[] = [];
      for (const page of survey.pages) {
        const prepared = await parts.pictures.ask('prepare', { path: file, page, folder }, signal);
        // Reading begins while the next page is decoded.
        looking.push(...asked.map(([detector, look]) => outcomeOf(detector, look, prepared)));
      }
      const outcomes = await Promise.all(looking);
      signal.throwIfAborted();
      for (const { detector, error } of outcomes) if (error !== undefined) parts.onFailure(detector, error);
      const { width, height } = survey;
      return { width, height, sizeBytes, ...(await judged(parts.evaluate, ask, outcomes, survey.looked)) };
    });
};

async function opened(
  { pictures, convertHeic }: PictureParts,
  path: string,
  folder: string,
  signal: AbortSignal,
): Promise<{ readonly file: string; readonly survey: Survey }> {
  const survey = await pictures.ask('survey', { path }, signal);
  if (!survey.isHeic) return { file: path, survey };
  const file = await convertHeic(path, folder, signal);
  return { file, survey: await pictures.ask('survey', { path: file }, signal) };
}

const languagesOf = (siteId: SiteId): readonly string[] =>
  sites.find(({ id }) => id === siteId)?.ocrLanguages ?? [];

async function detectorsFor(
  { pictures, reader, see }: PictureParts,
  ask: Ask,
  signal: AbortSignal,
): Promise<ReadonlyMap<Detector, Look>> {
  const languages = languagesOf(ask.scope.siteId);
  const canRead = await reader.canRead(languages);
  return new Map<Detector, Look>([
    [
      'text',
      canRead ? async ({ readings }) => ({ text: await reader.read(readings, languages, signal) }) : null,
    ],
    ['codes', async ({ pixels }) => ({ codes: await pictures.ask('codes', { pixels }, signal) })],
    [
      'nudity',
      async ({ pixels }) => {
        const isSeen = isSuspected(await pictures.ask('nudity', { pixels }, signal));
        return { sightings: isSeen ? [{ detector: 'nudity', label: nudityLabel, words: null }] : [] };
      },
    ],
    ['vision', see && (async ({ preview }) => ({ sightings: await see(preview, ask, signal) }))],
  ]);
}

interface Outcome {
  readonly detector: Detector;
  readonly status: Coverage['status'];
  readonly seen: Seen;
  readonly error?: unknown;
}

async function outcomeOf(detector: Detector, look: Look, page: Prepared): Promise<Outcome> {
  if (!look) return { detector, status: 'not_configured', seen: {} };
  try {
    return { detector, status: 'ran', seen: await look(page) };
  } catch (error) {
    return { detector, status: 'failed', seen: {}, error };
  }
}

/** Pages that repeat each other's words have them judged once. */
async function judged(
  evaluate: Evaluate,
  ask: Ask,
  outcomes: readonly Outcome[],
  looked: Looked,
): Promise<Pick<PictureReport, 'detections' | 'coverage' | 'ocrText'>> {
  const texts = outcomes.flatMap(({ seen }) => (seen.text ? [seen.text] : []));
  const codes = outcomes.flatMap(({ seen }) => seen.codes ?? []);
  const sightings = [
    ...outcomes.flatMap(({ seen }) => seen.sightings ?? []),
    ...codes.map(
      ({ isMatrix, text }): Sighting => ({
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
  const labels = distinct(sightings.map(({ label }) => label)).slice(0, evaluateLimits.labels);
  const coverage = coverageOver(outcomes, looked);
  const ocrText = texts.join('\n');
  if (passages.length === 0 && labels.length === 0) return { detections: [], coverage, ocrText };
  const said = await evaluate(ask, {
    medium: 'picture',
    passages: passages.map(({ id, text }) => ({ id, text })),
    labels,
  });
  const byId = new Map(said.passages.map(({ id, findings }) => [id, findings]));
  const judgedPassages = passages.map(({ id, detector }) => ({ detector, findings: byId.get(id) ?? [] }));
  return { detections: detectionsOf(judgedPassages, sightings, said.labels, ask.types), coverage, ocrText };
}

/** One line for each detector: it ran when it ran on every page that it was shown. */
function coverageOver(outcomes: readonly Outcome[], looked: Looked): readonly Coverage[] {
  const statuses = new Map<Detector, Coverage['status']>();
  for (const { detector, status } of outcomes) {
    if (statuses.get(detector) !== 'failed') statuses.set(detector, status);
  }
  return [...statuses].map(([detector, status]) => coverageOf(detector, status, looked));
}

const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)];
const shortened = (text: string): string => text.slice(0, evaluateLimits.passageLength);
