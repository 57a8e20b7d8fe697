import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Source } from '../domain/copy.ts';
import { judgedTextsOf, rangeIn } from '../domain/judged-texts.ts';
import { readCsv } from './csv.ts';
import { readHtml } from './html.ts';
import { readJsonl } from './jsonl.ts';
import { readMarkdown } from './markdown.ts';
import { readText } from './text.ts';

const copyOf = (source: Source): string[] =>
  source.documents.flatMap((document) => judgedTextsOf(document).map(({ text }) => text));

/** The words of a file at which a phrase of its copy stands. */
function writtenAs(file: string, source: Source, phrase: string): string {
  for (const judged of source.documents.flatMap((document) => judgedTextsOf(document))) {
    const at = judged.text.indexOf(phrase);
    if (at < 0) continue;
    const { start, end } = rangeIn(judged, at, at + phrase.length);
    return file.slice(start, end);
  }
  throw new Error(`the copy does not have ${phrase}`);
}

/** Each segment that claims to be verbatim gives back its characters, and segments do not run backwards. */
function expectTrueOffsets(file: string, source: Source): void {
  for (const judged of source.documents.flatMap((document) => judgedTextsOf(document))) {
    let at = 0;
    for (const segment of judged.segments) {
      expect(segment.at).toBe(at);
      expect(judged.text.slice(at, at + segment.text.length)).toBe(segment.text);
      if (segment.verbatim) expect(file.slice(segment.start, segment.end)).toBe(segment.text);
      expect(segment.start).toBeLessThanOrEqual(segment.end);
      at += segment.text.length;
    }
    expect(at).toBe(judged.text.length);
  }
}

describe('the copy of Markdown', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['headings and paragraphs are blocks', '# One *two*\n\nThree', 'One two\nThree'],
    ['a wrapped line goes on, a hard break does not', 'One\ntwo  \nthree\\\nfour', 'One two\nthree\nfour'],
    [
      'items, quotations and tasks lose their marks',
      '- [x] One\n> Two\n> more\n\n1. Three',
      'One\nTwo more\nThree',
    ],
    ['cells of tables are blocks', '| a | b |\n|---|---|\n| c | d e |', 'a\nb\nc\nd e'],
    ['code blocks are no copy, code in a line is', '```\nx\n```\n\n    y\n\nRun `z` now', 'Run z now'],
    [
      'addresses of links are no copy, their words are',
      '[One](http://x.y/z) [two][r]\n\n[r]: http://w',
      'One two',
    ],
    [
      'an address that is written out is seen',
      'Ask <https://a.b> or www.c.de now',
      'Ask https://a.b or www.c.de now',
    ],
    [
      'pictures and titles are read beside their block',
      'See ![a *cat*](c.png "Tom") now',
      'See  now\na cat\nTom',
    ],
    ['references and escapes are what they stand for', 'R&amp;D \\*now\\* &#x27;x&#x27;', "R&D *now* 'x'"],
    [
      'of front matter title and description are copy',
      '---\ntitle: "Two"\nauthor: x\ndescription: >-\n  three\n  four\n---\nOne',
      'Two\nthree four\nOne',
    ],
    [
      'HTML is read as HTML',
      '<div title="T">\n  One <b>two</b>\n</div>\n\nA <b>b</b><br>c',
      'T\nOne two\nA b\nc',
    ],
    ['HTML in a list is found behind its indentation', '- a\n\n  <p>\n  b &lt;\n  c\n  </p>', 'a\nb < c'],
    ['footnotes are read where they stand', 'One[^1].\n\n[^1]: Two', 'One.\nTwo'],
  ];
  it.each(cases)('%s', (_, file, copy) => {
    const source = readMarkdown(file);
    expect(copyOf(source)).toEqual([copy]);
    expectTrueOffsets(file, source);
  });

  it('has true places through emphasis, references, wrapped lines and quotations', () => {
    const file = '> Our **drops\n> cure** R&amp;D';
    expect(writtenAs(file, readMarkdown(file), 'drops cure')).toBe('drops\n> cure');
    expect(writtenAs(file, readMarkdown(file), 'R&D')).toBe('R&amp;D');
  });

  it('has true places in front matter', () => {
    const file = '---\r\ntitle: "Two three"\r\ndescription: Four\r\n---\r\n';
    expect(writtenAs(file, readMarkdown(file), 'three')).toBe('three');
    expect(writtenAs(file, readMarkdown(file), 'Four')).toBe('Four');
  });

  it('gives its comments, in a line too', () => {
    const file = '<!-- a -->\n\nOne <!-- b --> two\n\n- <!-- c -->\n';
    const { comments } = readMarkdown(file);
    expect(comments.map(({ text, start, end }) => [text, file.slice(start, end)])).toEqual([
      [' a ', '<!-- a -->'],
      [' b ', '<!-- b -->'],
      [' c ', '<!-- c -->'],
    ]);
  });
});

describe('the copy of HTML', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    [
      'blocks are lines, white space is one blank',
      '<h1>One</h1>\n<p>Two\n   <b>three</b> </p>',
      'One\nTwo three',
    ],
    ['a line break is one', '<p>One<br>two', 'One\ntwo'],
    ['scripts, styles and code are not seen', '<style>a</style><script>b</script><pre>c</pre><p>d', 'd'],
    ['what is hidden is not seen', '<p hidden>a<p style="color:red;display: none">b<p>c', 'c'],
    [
      'alt, title and description are',
      '<meta name=description content="D &quot;q&quot;"><img alt=A src=x><a title="T" href=y>z</a>',
      'D "q"\nz\nA\nT',
    ],
    [
      'other attributes are not',
      '<meta name=author content=x><a href="cures" class="gout" data-x="y">z</a>',
      'z',
    ],
    ['the title of the page is', '<title>One &amp; two</title><body>three', 'One & two\nthree'],
    [
      'references are what they stand for',
      '<p>R&amp;D &#169; &copy; &lt;x&gt; &notin; a&ampb',
      'R&D © © <x> ∉ a&b',
    ],
    ['a comment is no copy', '<p>One<!-- no --> two', 'One two'],
  ];
  it.each(cases)('%s', (_, file, copy) => {
    const source = readHtml(file);
    expect(copyOf(source)).toEqual([copy]);
    expectTrueOffsets(file, source);
  });

  it('has true places in text and attributes', () => {
    const file = '<p>Our <b>drops\n cure</b> R&amp;D<img alt=\'He said "x &lt; y"\'>';
    expect(writtenAs(file, readHtml(file), 'drops cure')).toBe('drops\n cure');
    expect(writtenAs(file, readHtml(file), 'R&D')).toBe('R&amp;D');
    expect(writtenAs(file, readHtml(file), 'x < y')).toBe('x &lt; y');
  });
});

describe('the copy of tables', () => {
  it('is each cell of the columns that are named, by name or number, with its row', () => {
    const file = 'id,name,copy\r\n1,"A, b","One ""two""\r\nthree"\r\n2,c,\r\n';
    const source = readCsv(file, ['copy', '2']);
    expect(source.documents.map(({ name }) => name)).toEqual(['row 2, copy', 'row 2, name', 'row 3, name']);
    expect(copyOf(source)).toEqual(['One "two"\r\nthree', 'A, b', 'c']);
    expect(writtenAs(file, source, '"two"')).toBe('""two""');
    expectTrueOffsets(file, source);
  });

  it('is divided by semicolons and tabs too', () => {
    expect(copyOf(readCsv('a;b\n1,5;c', ['a', 'b']))).toEqual(['1,5', 'c']);
    expect(copyOf(readCsv('a\tb\nx, y\tc', ['a'], true))).toEqual(['x, y']);
  });

  it('is refused for a column that is not there, and a quotation without an end', () => {
    expect(() => readCsv('a,b\n1,2', ['c'])).toThrow('there is no column "c"; the columns are: a, b');
    expect(() => readCsv('a\n"x', ['a'])).toThrow('the quotation mark at offset 2 has no other');
  });

  it('gives back any table that is written by the rules', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', ';', '\n', '\r\n', ' ', '猫') });
    const rows = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 });
    const quotedCell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(rows, (table) => {
        const file = ['one,two', ...table.map((row) => row.map(quotedCell).join(','))].join('\n');
        const source = readCsv(file, ['one', 'two']);
        const meant = table
          .flat()
          .map((text) => text.trim())
          .filter((text) => text !== '');
        expect(copyOf(source)).toEqual(meant);
        expectTrueOffsets(file, source);
      }),
    );
  });
});

describe('the copy of JSON lines', () => {
  it('is each field that is named, through its escapes', () => {
    const file =
      '{"a":{"t":"One \\"two\\"\\n\\u00e9"},"b":null}\n\n{"a":{"t":"x"},"b":"three \\"four\\" five \\"six\\""}';
    const source = readJsonl(file, ['a.t', 'b']);
    expect(source.documents.map(({ name }) => name)).toEqual(['line 1, a.t', 'line 3, a.t', 'line 3, b']);
    expect(copyOf(source)).toEqual(['One "two"\né', 'x', 'three "four" five "six"']);
    expect(writtenAs(file, source, '"two"')).toBe('\\"two\\"');
    expect(writtenAs(file, source, '" five')).toBe('\\" five');
    expectTrueOffsets(file, source);
  });

  it('is refused where a line is no JSON, or a field no string', () => {
    expect(() => readJsonl('{"a":"x"}\n{a}', ['a'])).toThrow(/^line 2 is not JSON/);
    expect(() => readJsonl('{"a":1}', ['a'])).toThrow('line 1: "a" is no string');
  });

  it('gives back any string', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const file = JSON.stringify({ a: text });
        const source = readJsonl(file, ['a']);
        expect(copyOf(source).join('')).toBe(text.trim());
        expectTrueOffsets(file, source);
      }),
    );
  });
});

describe('the copy of plain text', () => {
  it('is all of it, as it stands', () => {
    const file = '\n One\r\n\r\n two \n';
    const source = readText(file);
    expect(copyOf(source)).toEqual(['One\r\n\r\n two']);
    expectTrueOffsets(file, source);
  });
});

describe('any file', () => {
  const fragments = [
    ...[
      'One two. ',
      'Three',
      '\n',
      '\r\n',
      '\n\n',
      '**',
      '*',
      '_',
      '`',
      '```\n',
      '> ',
      '- ',
      '1. ',
      '  ',
      '\t',
      '# ',
    ],
    ...[
      '&amp;',
      '&copy',
      '&',
      '<b>',
      '</b>',
      '<p>',
      '<br>',
      '<!-- c -->',
      '<div title="x &lt; y">',
      '</div>',
    ],
    ...[
      '[a](b "c")',
      '![d](e)',
      '| f | g |\n|---|---|\n',
      '\\*',
      '猫',
      '😀',
      '\u00a0',
      '<',
      '"',
      '~~',
      '<pre>',
      ']',
    ],
  ];
  const file = fc.array(fc.constantFrom(...fragments), { maxLength: 30 }).map((parts) => parts.join(''));

  it.each([
    ['Markdown', readMarkdown],
    ['HTML', readHtml],
    ['text', readText],
  ])('of %s has copy whose places give back its characters', (_, read) => {
    fc.assert(
      fc.property(file, (text) => {
        expectTrueOffsets(text, read(text));
      }),
      { numRuns: 500 },
    );
  });
});
