/** Returns the extension of a file name, in lower case and without its dot; undefined if it has none. */
export function extensionOf(filename: string): string | undefined {
  return /[^./\\]\.([A-Za-z0-9]{1,10})$/.exec(filename)?.[1]?.toLowerCase();
}
