import type { SiteId } from '@redline/contracts';
import type { CheckRequest, DetectorName } from '../domain/detection.ts';

/**
 * One way to find something in an image or a video. A detector finds; rules say what a finding means.
 * @typeParam Input the part of the file that it works on, such as a decoded page
 * @typeParam Output what it finds there
 */
export interface Detector<Input, Output> {
  readonly name: DetectorName;
  /** The `detectTypes` and `frameTypes` that it can find something of; null for any. */
  readonly findableTypes: readonly string[] | null;
  /** Tells whether this installation has what it needs for a site: a program, a model, a language. */
  readonly isConfigured: (site: SiteId) => boolean | Promise<boolean>;
  /** @throws any error; the detector has then failed for this input, and the check goes on without it */
  readonly detect: (input: Input, request: CheckRequest, signal: AbortSignal) => Promise<Output>;
}

/** How a detector ended on one input. */
export type DetectorResult<Output> =
  | { readonly detector: DetectorName; readonly status: 'ran'; readonly output: Output }
  | { readonly detector: DetectorName; readonly status: 'not_configured' }
  | { readonly detector: DetectorName; readonly status: 'failed'; readonly error: unknown };

/** Runs a detector on one input of a check. Never rejects. */
export type RunDetector<Input, Output> = (input: Input) => Promise<DetectorResult<Output>>;

/**
 * Prepares a detector for one check.
 * @throws what `isConfigured` throws
 */
export async function prepareDetector<Input, Output>(
  { name, isConfigured, detect }: Detector<Input, Output>,
  request: CheckRequest,
  signal: AbortSignal,
): Promise<RunDetector<Input, Output>> {
  if (!(await isConfigured(request.scope.siteId))) {
    return async () => ({ detector: name, status: 'not_configured' });
  }
  return async (input) => {
    try {
      return { detector: name, status: 'ran', output: await detect(input, request, signal) };
    } catch (error) {
      return { detector: name, status: 'failed', error };
    }
  };
}

/** Tells whether a detector could find any of the types that a check asks for. */
export const canFind = (
  { findableTypes }: Pick<Detector<never, unknown>, 'findableTypes'>,
  types: CheckRequest['types'],
): boolean => types === null || findableTypes === null || findableTypes.some((type) => types.includes(type));
