/**
 * Parses the times of selected frames from ffmpeg's `metadata=print`.
 * @param printed a line `frame:0 pts:0 pts_time:0.04` for each, and others
 * @returns their times in seconds, in the order of the frames
 */
export function frameTimes(printed: string): readonly number[] {
  const times = printed.matchAll(/^frame:\d+\s+pts:\S+\s+pts_time:(\S+)/gm);
  return Array.from(times, ([, seconds]) => Math.max(0, Number(seconds) || 0));
}

/**
 * Parses the position that ffmpeg reached.
 * @param progress its output under `-progress`: blocks of `key=value`
 * @returns the end of the last packet of picture or sound in seconds; null if it read none
 */
export function endSeconds(progress: string): number | null {
  const positions = Array.from(progress.matchAll(/^out_time_us=(\d+)$/gm), ([, microseconds]) =>
    Number(microseconds),
  );
  return positions.length > 0 ? Math.max(...positions) / 1_000_000 : null;
}
