/** Tells whether colours are written: on a terminal, unless NO_COLOR says no; FORCE_COLOR says yes elsewhere too. */
export function isColorShown(
  { NO_COLOR: no, FORCE_COLOR: yes }: NodeJS.ProcessEnv,
  { isTTY }: { readonly isTTY?: boolean },
): boolean {
  if (no) return false;
  if (yes && yes !== '0') return true;
  return isTTY === true;
}
