import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, type Document, verbatim } from './copy.ts';
import { judgedTextsOf } from './judged-texts.ts';

/** A document with a block for each line of a file; those that begin with `#` are headings. */
function documentOf(file: string): Document {
  const blocks = [...file.matchAll(/[^\n]+/g)].map(
    ({ index, 0: line }): Block => ({
      kind: line.startsWith('#') ? 'heading' : 'text',
      segments: [verbatim(file, index, index + line.length)],
    }),
  );
  return { name: null, blocks };
}
const textsOf = (file: string, lengthMax: number): string[] =>
  judgedTextsOf(documentOf(file), lengthMax).map(({ text }) => text);

describe('the texts that a document is judged as', () => {
  it('are one as long as it fits: neighbours and headings are context', () => {
    expect(textsOf('# One\ntwo\nthree', 20)).toEqual(['# One\ntwo\nthree']);
  });

  it('end with a block, and with what is before a heading where that leaves more than half', () => {
    expect(textsOf('aaaa\nbbbb\ncccc', 10)).toEqual(['aaaa\nbbbb', 'cccc']);
    expect(textsOf('aaaa\nbbbb\n# c\ndddd', 14)).toEqual(['aaaa\nbbbb', '# c\ndddd']);
    expect(textsOf('aa\n# c\nbbbb\ndddd', 12)).toEqual(['aa\n# c\nbbbb', 'dddd']);
  });

  it('divide a block only where it is longer by itself, after a sentence, else a word, else a character', () => {
    expect(textsOf('One two. Three four', 12)).toEqual(['One two. ', 'Three four']);
    expect(textsOf('one two three', 9)).toEqual(['one two ', 'three']);
    expect(textsOf('第一句话。第二句话。', 8)).toEqual(['第一句话。', '第二句话。']);
    expect(textsOf('😀😀😀', 3)).toEqual(['😀', '😀', '😀']);
  });

  it('are never longer than the most, and lose no word', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'b ', '. ', '# ', '猫', '😀') });
    const lines = fc.array(line, { maxLength: 20 });
    fc.assert(
      fc.property(lines, fc.integer({ min: 4, max: 30 }), (written, lengthMax) => {
        const file = written.join('\n');
        const texts = textsOf(file, lengthMax);
        for (const text of texts) expect(text.length).toBeLessThanOrEqual(lengthMax);
        expect(texts.join('').replaceAll('\n', '')).toBe(file.replaceAll('\n', ''));
      }),
    );
  });
});
