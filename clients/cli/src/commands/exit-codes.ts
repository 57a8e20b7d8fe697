/** Exit codes of every command. */
export const exitCodes = {
  /** Nothing reaches `--fail-on`. */
  clean: 0,
  /** Something does. */
  found: 1,
  /** Wrong use, or an input that cannot be read. */
  unusable: 2,
  /** The engine or the server failed. */
  failed: 3,
} as const;
