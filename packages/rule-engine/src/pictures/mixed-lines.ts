/** The selection for pictures; those of the main site belong to its first product line. */
export const picturePlace = { medium: 'picture', productVertical: 'creator', sceneMode: 'content' } as const;

/** Makes pictures of four harmless, unrelated lines each, taken in steps of 1, 3, 5 and 7. */
export const mixedLines = (lines: readonly string[]): string[] =>
  [1, 3, 5, 7].flatMap((step) =>
    lines
      .filter((_, at) => at % 3 === 0)
      .map((_, at) => [0, 1, 2, 3].map((n) => lines[(at * 3 + n * step) % lines.length]).join('\n')),
  );
