import { describe, expect, it } from 'vitest';
import { tokenizerOf } from './tokenizer.ts';

const pieces = [
  '<s>',
  '<pad>',
  '</s>',
  '<unk>',
  '▁',
  '▁cure',
  '▁cu',
  're',
  's',
  '▁gout',
  '治',
  '治疗',
  '½',
  '1',
  '⁄',
  '2',
];
const scores = [0, 0, 0, 0, -3, -6, -5, -4, -3, -7, -8, -9, -9, -5, -5, -5];
const tokenize = tokenizerOf({
  pieces,
  scores: Float32Array.from(scores),
  normalized: new Map([
    ['½', '1⁄2'],
    ['\u200b', ''],
    ['\n', ' '],
  ]),
  controls: 4,
  unknown: 3,
});
const tokensOf = (text: string) => {
  const { ids, starts, ends } = tokenize(text);
  return [...ids].map((id, at) => [pieces[id], text.slice(starts[at], ends[at])]);
};

describe('the tokenizer', () => {
  it('takes the most probable pieces, with their places in the text', () => {
    expect(tokensOf('cures gout')).toEqual([
      ['▁cure', 'cure'],
      ['s', 's'],
      ['▁gout', ' gout'],
    ]);
    expect(tokensOf('治疗')).toEqual([
      ['▁', '治'],
      ['治疗', '治疗'],
    ]);
  });

  it('gives the place in the original where characters are read as others, or not at all', () => {
    expect(tokensOf('cu\u200bre')).toEqual([['▁cure', 'cu\u200bre']]);
    expect(tokensOf('½').slice(1)).toEqual([
      ['1', '½'],
      ['⁄', '½'],
      ['2', '½'],
    ]);
    expect(tokensOf('gout \n gout').at(-1)).toEqual(['▁gout', ' \n gout']);
  });

  it('reads a character that no piece holds as unknown, and never half of one', () => {
    expect(tokensOf('gout𝒜').at(-1)).toEqual(['<unk>', '𝒜']);
  });

  it('reads nothing of an empty text, and none of the spaces around one', () => {
    expect(tokensOf('')).toEqual([]);
    expect(tokensOf(' \n ')).toEqual([]);
    expect(tokensOf('  gout \n')).toEqual([['▁gout', 'gout']]);
  });
});
