/** A block of code of a guide that is run, and what its readers are told that it prints. */
export interface GuideBlock {
  readonly language: 'sh' | 'ts' | 'python';
  readonly code: string;
  /** Pieces of the output, in their order. */
  readonly expected: readonly string[];
}

const fence = /^```(sh|ts|python)\n([\s\S]*?)^```$/gm;
/** A line of a block that says what is printed: pieces with `…` between them. */
const expectation = /^(?:#|\/\/) → (.+)$/gm;

/** Returns the blocks of a guide that are run; those marked otherwise (`console`, `json`) are only shown. */
export function blocksOf(markdown: string): readonly GuideBlock[] {
  return [...markdown.matchAll(fence)].map(([, language, code = '']) => ({
    language: language as GuideBlock['language'],
    code,
    expected: [...code.matchAll(expectation)].flatMap(([, pieces = '']) =>
      pieces.split('…').map((piece) => piece.trim()),
    ),
  }));
}

/** Returns the first piece that an output does not have after those before it; undefined if it has all of them. */
export function missingFrom(output: string, expected: readonly string[]): string | undefined {
  let from = 0;
  return expected.find((piece) => {
    const at = output.indexOf(piece, from);
    from = at + piece.length;
    return at < 0;
  });
}
