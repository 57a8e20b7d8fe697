import type { Random } from '../random.ts';
import { disguise } from './disguise.ts';

/** The pieces that random texts of a site are put together from. */
export interface Pieces {
  readonly terms: readonly string[];
  /** Sentences of the corpus and examples of rules. */
  readonly sentences: readonly string[];
  /** Sentences of other sites. */
  readonly foreign: readonly string[];
}

/** Units of the longest texts: as many as the product takes. */
const lengthMax = 20_000;

/** A text such as people or adversaries submit, or as nobody would. */
export function randomText(pieces: Pieces, random: Random): string {
  return random.pick(kinds)(pieces, random).slice(0, lengthMax);
}

type Kind = (pieces: Pieces, random: Random) => string;

const copy: Kind = ({ sentences }, random) =>
  join(random.integer(1, 7), () => random.pick(sentences), random.pick(sentenceJoints));

const withTerms: Kind = (pieces, random) => {
  const words = random.pick(pieces.sentences).split(/(?<=[\s，。！])/u);
  for (let count = random.integer(1, 4); count > 0; count--)
    words.splice(random.integer(0, words.length), 0, `${random.pick(pieces.terms)} `);
  return words.join('');
};

const disguised: Kind = (pieces, random) =>
  copy(pieces, random)
    .split(/(?<=\s)|(?<=[，。！？：])/u)
    .map((part) => (random.chance(0.3) ? disguise(part, random) : part))
    .join('');

const termsOnly: Kind = ({ terms }, random) =>
  join(
    random.integer(1, 25),
    () => (random.chance(0.3) ? disguise(random.pick(terms), random) : random.pick(terms)),
    random.pick([' ', '', ', ', '\n', '，', ' / ', ' 🔥 ']),
  );

const mutated: Kind = (pieces, random) => {
  const units = [...copy(pieces, random)];
  for (let count = random.integer(1, 8); count > 0; count--) {
    const at = random.integer(0, units.length - 1);
    const change = random.integer(0, 3);
    if (change === 0) units.splice(at, random.integer(1, 4));
    else if (change === 1) units.splice(at, 0, ...units.slice(at, at + random.integer(1, 6)));
    else if (change === 2) units.splice(at, 0, random.pick(odd));
    else units.splice(at, 1, randomCharacter(random));
  }
  return units.join('');
};

const mixedSites: Kind = ({ sentences, foreign, terms }, random) =>
  join(random.integer(2, 6), () => random.pick(random.pick([sentences, foreign, terms])), ' ');

const lines: Kind = ({ sentences, terms }, random) =>
  join(
    random.integer(2, 8),
    () => random.pick(random.chance(0.5) ? terms : random.pick(sentences).split(/[,.，。!！]/u)),
    '\n',
  );

const long: Kind = (pieces, random) =>
  join(random.integer(20, 60), () => random.pick([copy, disguised, withTerms])(pieces, random), '\n\n');

const unicode: Kind = (_, random) => join(random.integer(0, 120), () => randomCharacter(random), '');

const emoji: Kind = (pieces, random) =>
  join(random.integer(1, 6), () => `${random.pick(pieces.sentences)}${random.pick(odd)}`, random.pick(odd));

/** Long texts cost as much as all others together, so they are few. */
const kinds: readonly Kind[] = [
  ...[copy, copy, copy, withTerms, withTerms, withTerms, disguised, disguised, disguised, disguised],
  ...[termsOnly, termsOnly, mutated, mutated, mutated, mixedSites, lines, lines, unicode, emoji, emoji],
  ...[copy, withTerms, disguised, termsOnly, mutated, lines, emoji, mixedSites, unicode, long],
];

const sentenceJoints = [' ', ' ', ' ', '\n', '\n\n', '', ' — ', '；', ' 👉 '];

/** Characters that break code which takes text for granted: emoji of several code points, lone surrogates, directions, controls. */
const odd = [
  ...['👩‍👩‍👧', '🇮🇩', '❤️', '1️⃣', '🔥🔥🔥', '✅', '💯', '👍🏽'],
  ...['\ud83d', '\udc00', '\u202e', '\u200f', '\u0000', '\u0007', '\ufffd', '\u2028', '\r\n', '\t'],
  ...['é', 'e\u0301', 'ﬁ', 'ß', 'İ', 'ⅷ', '½', '①', '％', '٣', '﷽', '\u3000'],
];

function randomCharacter(random: Random): string {
  const [from, to] = random.pick(ranges);
  return String.fromCharCode(random.integer(from, to));
}

const ranges = [
  [0x20, 0x7e],
  [0x20, 0x7e],
  [0x00, 0x24f],
  [0x0300, 0x036f],
  [0x0400, 0x06ff],
  [0x2000, 0x2bff],
  [0x3000, 0x30ff],
  [0x4e00, 0x9fff],
  [0xd800, 0xdfff],
  [0xe000, 0xffff],
] as const;

const join = (count: number, next: () => string, joint: string): string =>
  Array.from({ length: count }, next).join(joint);
