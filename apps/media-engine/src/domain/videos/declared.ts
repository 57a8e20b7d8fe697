import { isTestScope, type Scope, testLimits } from '@redline/contracts';

/** Both meanings of a megabyte; a declared size may use either (document 4, Media). */
const megabytes = [1_000_000, 2 ** 20] as const;

/**
 * Tells whether a file has its declared size: the difference is at most 1 %, or at most 0.05 MB (document 4, Media).
 * @param declaredMb in megabytes of either kind
 */
export const isDeclaredSize = (declaredMb: number, bytes: number): boolean =>
  megabytes.some((megabyte) => {
    const realMb = bytes / megabyte;
    return Math.abs(realMb - declaredMb) <= Math.max(realMb / 100, 0.05);
  });

/** Tells whether a video is longer than declared, by more than 2 s and more than 2 % (document 4, Media). */
export function isLongerThanDeclared(declaredSeconds: number, actualSeconds: number): boolean {
  const longer = actualSeconds - declaredSeconds;
  return longer > 2 && longer > declaredSeconds * 0.02;
}

/** A container counts its last frame and its sound: what was cut at ten seconds lasts a little longer by it. */
const roundedSeconds = 0.5;

/**
 * Tells whether a video is longer than a test key may check; never of a live key.
 * @param actualSeconds null if the file does not name its duration
 */
export const isTooLongForTests = (scope: Scope, actualSeconds: number | null): boolean =>
  isTestScope(scope) && (actualSeconds ?? 0) > testLimits.videoSecondsMax + roundedSeconds;
