import { describe, expect, it } from 'vitest';
import { chooseLookAlikes } from './look-alikes.ts';

/** Reads a line in which some characters are in doubt: `{best|other probability}`, each with what it may be instead. */
function chosen(line: string): string {
  const parts = [...line.matchAll(/\{(.)\|(.) ([\d.]+)(?: ([\d.]+))?\}|(.)/gu)];
  const characters = parts.map(([, best, other, probability, certainty, plain]) => ({
    character: best ?? plain ?? '',
    certainty: best === undefined ? 1 : Number(certainty ?? 0.6),
    others: other === undefined ? [] : [{ character: other, probability: Number(probability) }],
    ...{ step: 0, spaceBefore: 0 },
  }));
  const printed = characters.filter(({ character }) => character !== ' ');
  const spaces = characters
    .map((_, at) => characters[at - 1]?.character === ' ')
    .filter((_, at) => characters[at]!.character !== ' ');
  return chooseLookAlikes(printed, spaces)
    .map(({ character }, at) => (spaces[at] ? ` ${character}` : character))
    .join('');
}

describe('a character that looks like another', () => {
  it.each([
    ['20% {0|O 0.3}FF', '20% OFF', 'a digit among capitals'],
    ['Disk{0|o 0.3}n', 'Diskon', 'a digit among small letters'],
    ['2 FOR {S|$ 0.1}15', '2 FOR $15', 'a letter before an amount'],
    ['{S|$ 0.3}5 OFF', '$5 OFF', 'a letter before an amount at the begin'],
    ['up to 15 {1|l 0.2}b', 'up to 15 lb', 'a digit in a unit'],
    ['up to 40 {I|l 0.06}b', 'up to 40 lb', 'a capital in a unit'],
    ['{l|I 0.3}ced tea', 'Iced tea', 'a letter that begins no word'],
    ['B{l|I 0.2} checking', 'BI checking', 'a letter of a word without a vowel'],
    ['C{o|O 0.2}VID', 'COVID', 'a small letter among capitals'],
    ['te{A|a 0.2}', 'tea', 'a capital among small letters'],
    ['1{l|1 0.3}5', '115', 'a letter within a number'],
  ])('%s is %s: %s', (line, text) => {
    expect(chosen(line)).toBe(text);
  });

  it.each([
    ['20% {0|O 0.3 0.97}FF', '20% 0FF', 'certain'],
    ['Galaxy S24', 'Galaxy S24', 'certain, before a number'],
    ['Room 12{B|8 0.3}', 'Room 12B', 'a letter after a number'],
    ['12{0|O 0.3}B', '120B', 'among digits and letters'],
    ['{0|Q 0.01}FF', '0FF', 'hardly another'],
    ['{L|l 0.3}ily', 'Lily', 'a capital that begins a word'],
    ['{l|I 0.4}amb', 'lamb', 'a letter that begins one'],
  ])('%s stays %s where it is %s', (line, text) => {
    expect(chosen(line)).toBe(text);
  });
});
