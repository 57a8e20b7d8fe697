import { describe, expect, it } from 'vitest';
import { passagesOf } from './passages.ts';
import { paragraphsOf } from './read-formats.ts';

describe('real text', () => {
  it.each([
    [
      'README.md',
      '# Teapot\n\n[![build](x.svg)](y)\n\n```sh\nnpm i teapot\n```\n\nBoils **water** in [minutes](z).\n',
      ['Teapot', 'Boils water in minutes.'],
    ],
    [
      'index.html',
      '<style>p{}</style><h1>Our tea</h1><p>Picked &amp; dried by hand, isn&#x2019;t it?</p>',
      ['Our tea', 'Picked & dried by hand, isn’t it?'],
    ],
    [
      'shop.json',
      '{"products":[{"id":"tea-1","url":"https://a.example","description":"A green tea from the hills of Uji."}]}',
      ['A green tea from the hills of Uji.'],
    ],
    ['tea.1', '.TH TEA 1\n.SH NAME\ntea \\- boils \\fBwater\\fR\n', ['tea - boils water']],
    ['tea.js', 'const tea = "A green tea from the hills of Uji.";', []],
  ])('of %s is its prose alone', (name, content, paragraphs) => {
    expect(paragraphsOf(name, content)).toEqual(paragraphs);
  });

  it('is cut between sentences, and never inside a character', () => {
    const long = passagesOf(['这茶很香。'.repeat(400)]);
    expect(long.length).toBeGreaterThan(1);
    expect(long.every((text) => text.length <= 1_500 && text.endsWith('。'))).toBe(true);
    expect(passagesOf([`${'a'.repeat(1_499)}😀`]).every((text) => text.isWellFormed())).toBe(true);
  });
});
