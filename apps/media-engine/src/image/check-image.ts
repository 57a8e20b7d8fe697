import { stat } from 'node:fs/promises';
import type { ConvertHeic } from '../clients/images/convert-heic.ts';
import { ImageError } from '../clients/images/image-error.ts';
import type { ImageProcess } from '../clients/images/image-process.ts';
import type { Survey } from '../clients/images/worker/protocol.ts';
import { inPrivateFolder } from '../clients/private-folder.ts';
import type { Evaluate } from '../clients/text-engine.ts';
import { canFind, type DetectorResult, prepareDetector } from '../detectors/detector.ts';
import type { PageDetector, PageFindings } from '../detectors/page-detector.ts';
import {
  type CheckedParts,
  type CheckRequest,
  type Coverage,
  coverageOf,
  type Detection,
  type DetectorName,
} from '../domain/detection.ts';
import type { ShownLine } from '../domain/images/shown-line.ts';
import { evaluateFindings, type FoundOnPage } from './evaluate-findings.ts';

/** The findings on an image, and which detectors ran. */
export interface ImageReport {
  /** Upright, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly sizeBytes: number;
  /** Worst first. */
  readonly detections: readonly Detection[];
  readonly coverage: readonly Coverage[];
  /** The lines on the image, separated by line ends. */
  readonly ocrText: string;
  /** The same lines with their places, in pixels of the image. */
  readonly lines: readonly ShownLine[];
}

/**
 * Checks the image in a file: decodes it, runs the detectors that can find what is asked for, and has their findings
 * evaluated by the rules.
 * @param options.skip detectors that do not run and are not named in the coverage
 * @throws ImageError if the file cannot be decoded; Error if the rules could not be asked; the signal's reason
 */
export type CheckImage = (
  path: string,
  request: CheckRequest,
  signal: AbortSignal,
  options?: { readonly skip?: readonly DetectorName[] },
) => Promise<ImageReport>;

export interface ImageCheckDeps {
  readonly imageProcess: Pick<ImageProcess, 'call'>;
  readonly convertHeic: ConvertHeic;
  readonly detectors: readonly PageDetector[];
  readonly evaluate: Evaluate;
  /** Called with the error of a detector that failed; the record only says that it failed. */
  readonly onFailure: (detector: DetectorName, error: unknown) => void;
}

/** How a detector ended on a page. */
interface PageResult extends Pick<FoundOnPage, 'page' | 'fit'> {
  readonly result: DetectorResult<PageFindings>;
}

export const imageChecker = (deps: ImageCheckDeps): CheckImage => {
  const { imageProcess, evaluate, onFailure } = deps;
  return (path, request, signal, { skip = [] } = {}) =>
    inPrivateFolder(async (folder) => {
      const { size: sizeBytes } = await stat(path);
      if (sizeBytes === 0) throw new ImageError('the file is empty');
      const { file, survey } = await open(deps, path, folder, signal);
      const detectors = deps.detectors.filter(
        (detector) => !skip.includes(detector.name) && canFind(detector, request.types),
      );
      const runs = await Promise.all(detectors.map((detector) => prepareDetector(detector, request, signal)));
      const { width, height } = survey;
      const running: Promise<PageResult>[] = [];
      for (const page of survey.pages) {
        const prepared = await imageProcess.call('prepare', { path: file, page, folder }, signal);
        const fit = { page: prepared.pixels, picture: { width, height } };
        // Detectors begin while the next page is decoded.
        running.push(...runs.map(async (run) => ({ page, fit, result: await run(prepared) })));
      }
      const onPages = await Promise.all(running);
      signal.throwIfAborted();
      const results = onPages.map(({ result }) => result);
      for (const result of results) if (result.status === 'failed') onFailure(result.detector, result.error);
      const findings = onPages.flatMap(({ result, ...where }) =>
        result.status === 'ran' ? [{ ...where, ...result.output }] : [],
      );
      return {
        width,
        height,
        sizeBytes,
        coverage: coverageOfPages(results, survey.checked),
        ...(await evaluateFindings(evaluate, request, findings)),
      };
    });
};

/** Surveys a file, and converts it first if it is HEIC. */
async function open(
  { imageProcess, convertHeic }: ImageCheckDeps,
  path: string,
  folder: string,
  signal: AbortSignal,
): Promise<{ readonly file: string; readonly survey: Survey }> {
  const survey = await imageProcess.call('survey', { path }, signal);
  if (!survey.isHeic) return { file: path, survey };
  const file = await convertHeic(path, folder, signal);
  return { file, survey: await imageProcess.call('survey', { path: file }, signal) };
}

/** Returns one entry per detector, which failed if it failed on any page. */
function coverageOfPages(
  results: readonly DetectorResult<PageFindings>[],
  checked: CheckedParts,
): readonly Coverage[] {
  const statuses = new Map<DetectorName, Coverage['status']>();
  for (const { detector, status } of results) {
    if (statuses.get(detector) !== 'failed') statuses.set(detector, status);
  }
  const recognizers = results.flatMap((result) =>
    result.status === 'ran' ? (result.output.recognizers ?? []) : [],
  );
  return [...statuses].map(([detector, status]) =>
    coverageOf(detector, status, checked, detector === 'text' ? recognizers : []),
  );
}
