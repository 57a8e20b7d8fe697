import { describe, expect, it } from 'vitest';
import type { Finding, Level } from './findings.ts';
import { findingsAt, moveFindings, piecesOf, replacedIn } from './places.ts';

const finding = (key: string, startIndex: number, endIndex: number, level: Level = 'low'): Finding => ({
  key,
  level,
  isHint: false,
  matchedText: '',
  startIndex,
  endIndex,
  category: null,
  suggestion: null,
  legalRef: null,
  tier: null,
  source: 'rule',
  disguises: [],
  precedents: [],
  replacement: null,
});
const keysOf = (findings: readonly Finding[]) => findings.map(({ key }) => key);

describe('the pieces of a text', () => {
  it('are the text, and overlapping risks share the piece in which they overlap, the worst first', () => {
    const pieces = piecesOf('cures and heals all', [finding('low', 0, 15), finding('high', 10, 19, 'high')]);
    expect(pieces.map(({ text, findings }) => [text, keysOf(findings)])).toEqual([
      ['cures and ', ['low']],
      ['heals', ['high', 'low']],
      [' all', ['high']],
    ]);
  });

  it('take no character apart that is several units long', () => {
    const family = '👨‍👩‍👧';
    const text = `a${family}e\u0301z`;
    const pieces = piecesOf(text, [
      finding('inside', 3, 5),
      finding('accent', text.length - 2, text.length - 1),
    ]);
    expect(pieces.map(({ text: piece }) => piece)).toEqual(['a', family, 'e\u0301', 'z']);
    expect(pieces.map(({ findings }) => keysOf(findings))).toEqual([[], ['inside'], ['accent'], []]);
  });

  it('are one where nothing has a place', () => {
    expect(piecesOf('whole', [finding('nowhere', -1, -1)])).toEqual([
      { text: 'whole', startIndex: 0, findings: [] },
    ]);
    expect(piecesOf('', [])).toEqual([]);
  });
});

describe('the findings at a caret', () => {
  const nested = [finding('outer', 0, 10), finding('inner', 4, 6), finding('next', 10, 12)];

  it('are the inner one first', () => {
    expect(keysOf(findingsAt(nested, 5))).toEqual(['inner', 'outer']);
  });

  it('at the end of a mark are those that begin there, else those that end there', () => {
    expect(keysOf(findingsAt(nested, 10))).toEqual(['next']);
    expect(keysOf(findingsAt(nested, 12))).toEqual(['next']);
    expect(keysOf(findingsAt(nested, 20))).toEqual([]);
  });
});

describe('findings after an edit', () => {
  const text = 'one two three';
  const findings = [finding('one', 0, 3), finding('two', 4, 7), finding('three', 8, 13)];
  const placesAfter = (after: string) =>
    moveFindings(findings, text, after).map((it) => [it.key, after.slice(it.startIndex, it.endIndex)]);

  it('keep to their words, and the one that was touched is gone', () => {
    expect(placesAfter('one 2 three')).toEqual([
      ['one', 'one'],
      ['three', 'three'],
    ]);
    expect(placesAfter('zero one two three')).toEqual([
      ['one', 'one'],
      ['two', 'two'],
      ['three', 'three'],
    ]);
  });

  it('lose the one that was typed into or deleted', () => {
    expect(placesAfter('one twxo three')).toEqual([
      ['one', 'one'],
      ['three', 'three'],
    ]);
    expect(placesAfter('one three')).toEqual([
      ['one', 'one'],
      ['three', 'three'],
    ]);
    expect(placesAfter('')).toEqual([]);
  });

  it('stay where repeated letters leave open which of them came', () => {
    const after = 'aaaa!';
    const moved = moveFindings([finding('mark', 3, 4)], 'aaa!', after);
    expect(moved.map((it) => after.slice(it.startIndex, it.endIndex))).toEqual(['!']);
  });

  it('of two equal words of which one was deleted are one', () => {
    const moved = moveFindings([finding('first', 0, 3), finding('second', 4, 7)], 'bad bad', 'bad');
    expect(keysOf(moved)).toEqual(['first']);
  });

  it('without a place stay', () => {
    expect(keysOf(moveFindings([finding('nowhere', -1, -1)], 'a', 'b'))).toEqual(['nowhere']);
  });
});

describe('a replacement', () => {
  const best = finding('best', 4, 8);

  it('takes the place of the words alone', () => {
    expect(replacedIn('our best socks', best, 'good')).toBe('our good socks');
  });

  it('by nothing takes the space between with it', () => {
    expect(replacedIn('our best socks', best, '')).toBe('our socks');
    expect(replacedIn('our best.', best, '')).toBe('our .');
    expect(replacedIn('全国最好的护肤品', finding('best', 2, 5), '')).toBe('全国护肤品');
    expect(replacedIn('best socks', finding('best', 0, 4), '')).toBe('socks');
  });
});
