import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMarkdown } from '../inputs/markdown.ts';
import { readText } from '../inputs/text.ts';
import { type CopyEdit, editFile, editsBetween } from './edit-copy.ts';
import { joinBlocks } from './judged-texts.ts';

const copyOf = (file: string): string =>
  joinBlocks(readMarkdown(file).documents.flatMap(({ blocks }) => blocks)).text;

/** Changes words of the copy of a Markdown file. */
function changed(file: string, words: string, by: string) {
  const copy = copyOf(file);
  const { file: after, refused } = editFile(
    { file, read: readMarkdown },
    editsBetween(copy, copy.replace(words, by)),
  );
  return { after, refused: refused.map(({ start, end }) => file.slice(start, end)) };
}

describe('a change of copy in a Markdown file', () => {
  const cases: readonly (readonly [string, string, string, string, string])[] = [
    ['leaves all else as it is', '# A\n\nOne *two*. Three.\n', ' Three.', '', '# A\n\nOne *two*.\n'],
    ['goes over wrapped lines', 'One.\nTwo\nthree. Four.\n', 'Two three. ', '', 'One.\nFour.\n'],
    ['takes emphasis with its words', 'One **two.** Three.\n', 'two. ', '', 'One Three.\n'],
    [
      'takes an item with its mark',
      '- One\n- Two &amp; three\n- Four\n',
      'Two & three\n',
      '',
      '- One\n- Four\n',
    ],
    ['takes a paragraph with a blank line', 'One\n\nTwo\n\nThree\n', 'Two\n', '', 'One\n\nThree\n'],
    ['takes a heading', 'One\n\n## Two\n\nThree\n', 'Two\n', '', 'One\n\nThree\n'],
    ['replaces words', '> One **two** three\n', 'two', 'other', '> One **other** three\n'],
    ['takes the indentation of a wrapped line', '1. One.\n   Two.\n', 'One. ', '', '1. Two.\n'],
    ['takes a heading that is a link', '## [One](http://x.y)\n\nTwo\n', 'One\n', '', '\nTwo\n'],
  ];
  it.each(cases)('%s', (_, file, words, by, after) => {
    expect(changed(file, words, by)).toEqual({ after, refused: [] });
  });

  it.each([
    ['a cell', '| a | b |\n|---|---|\n| c | d |\n', 'c'],
    ['the title of the page', '---\ntitle: One\n---\nTwo\n', 'One'],
    ['a line of HTML', '<p>One<br>two</p>\n', 'One'],
  ])('is refused where it would leave %s without a word', (_, file, words) => {
    expect(changed(file, words, '')).toEqual({ after: file, refused: [words] });
  });

  it('is refused where it would cross markup, and the others are made', () => {
    const file = 'One [two three](http://x.y) four.\n\nFive six.\n';
    const copy = copyOf(file);
    const edits = editsBetween(copy, copy.replace('three four', '').replace(' six', ''));
    const result = editFile({ file, read: readMarkdown }, edits);
    expect(result.file).toBe('One [two three](http://x.y) four.\n\nFive.\n');
    expect(result.refused.map(({ start, end }) => file.slice(start, end))).toEqual([
      'three](http://x.y) four',
    ]);
  });

  it('is made only if the file then says what it should', () => {
    const fragments = [
      'One two. ',
      '**Three.** ',
      '\n\n',
      '- four\n',
      '\n',
      '*five* six. ',
      '[seven](u) ',
      '&amp; ',
    ];
    const file = fc.array(fc.constantFrom(...fragments), { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(file, fc.nat(), fc.nat(40), (text, from, length) => {
        const copy = copyOf(text);
        const start = copy.length === 0 ? 0 : from % copy.length;
        const edit: CopyEdit = { start, end: Math.min(copy.length, start + length), with: '' };
        const result = editFile({ file: text, read: readMarkdown }, [edit]);
        const wanted = copy.slice(0, edit.start) + copy.slice(edit.end);
        const letters = (one: string): string => one.replace(/\s/g, '');
        if (result.refused.length > 0) expect(result.file).toBe(text);
        else expect(letters(copyOf(result.file))).toBe(letters(wanted));
      }),
    );
  });
});

describe('a change of plain text', () => {
  it('maps one to one', () => {
    const file = 'One. Two.\n\n  Three.\r\nFour.\n';
    const copy = joinBlocks(readText(file).documents.flatMap(({ blocks }) => blocks)).text;
    const edits = editsBetween(copy, copy.replace(' Two.', '').replace('Four', 'Five'));
    expect(editFile({ file, read: readText }, edits)).toEqual({
      file: 'One.\n\n  Three.\r\nFive.\n',
      refused: [],
    });
  });
});

describe('the changes between two texts', () => {
  it('make one of the other, line by line', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '. ', 'bc', '猫') });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const made = editsBetween(before, after).reduceRight(
          (sum, { start, end, with: words }) => sum.slice(0, start) + words + sum.slice(end),
          before,
        );
        expect(made).toBe(after);
      }),
    );
    expect(editsBetween('a\nb\nc', 'a\n\n')).toEqual([
      { start: 2, end: 3, with: '' },
      { start: 4, end: 5, with: '' },
    ]);
  });
});
