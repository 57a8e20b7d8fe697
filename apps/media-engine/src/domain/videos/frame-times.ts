/**
 * Reads what ffmpeg's `metadata=print` says of the frames that it let through.
 * @param printed a line `frame:0 pts:0 pts_time:0.04` for each, and others
 * @returns their times in seconds, in the order of the frames
 */
export function frameTimes(printed: string): readonly number[] {
  const times = printed.matchAll(/^frame:\d+\s+pts:\S+\s+pts_time:(\S+)/gm);
  return Array.from(times, ([, seconds]) => Math.max(0, Number(seconds) || 0));
}

/**
 * Reads how far ffmpeg came.
 * @param progress what it says under `-progress`: blocks of `key=value`
 * @returns the end of the last packet of picture or sound in seconds, null where it read none
 */
export function endSeconds(progress: string): number | null {
  const said = Array.from(progress.matchAll(/^out_time_us=(\d+)$/gm), ([, microseconds]) =>
    Number(microseconds),
  );
  return said.length > 0 ? Math.max(...said) / 1_000_000 : null;
}
