/**
 * Dictionaries and texts for the benchmark, the same for the same seed: half Chinese, half English, words used
 * as often as Zipf's law has it, about one planted term in a hundred units. Terms share letters and words with
 * the texts, so that they begin in many places and end in few.
 */
const SEED = 20_261_121;
const TEXT_UNITS = 5000;
const TEXTS = 100;
const UNITS_PER_PLANT = 100;
/** Terms that are planted; they are in dictionaries of every size. */
const PLANTED = 500;

export type Language = 'zh' | 'en';

export interface Material {
  readonly dictionary: readonly string[];
  readonly texts: Readonly<Record<Language, readonly string[]>>;
}

/** Longest piece of text by which a term is known to stand in it already. */
const GRAM_MAX = 9;

type Random = () => number;

/** Mulberry32: small, seeded, good enough for made-up words. */
function random(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws numbers below `count`, the first ones most often. */
function zipf(next: Random, count: number, exponent: number): () => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let i = 0; i < count; i++) {
    sum += 1 / (i + 3) ** exponent;
    sums[i] = sum;
  }
  return () => {
    const wanted = next() * sum;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] as number) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

const pick = <T>(next: Random, from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;

function distinct(count: number, make: () => string): string[] {
  const found = new Set<string>();
  while (found.size < count) found.add(make());
  return [...found];
}

interface Tongue {
  readonly drawWord: () => string;
  readonly makeTerm: () => string;
  readonly gap: () => string;
}

function chinese(next: Random): Tongue {
  const characters = distinct(3500, () => String.fromCharCode(0x4e00 + Math.floor(next() * 0x5000)));
  const drawCharacter = zipf(next, characters.length, 0.9);
  const make = (length: number): string =>
    Array.from({ length }, () => characters[drawCharacter()] as string).join('');
  const words = distinct(12_000, () => make(pick(next, [1, 2, 2, 2, 2, 3, 4])));
  const drawIndex = zipf(next, words.length, 0.95);
  const drawWord = (): string => words[drawIndex()] as string;
  const makeTerm = (): string => {
    const length = pick(next, [2, 2, 2, 3, 3, 4, 4, 4, 5, 6]);
    return length >= 4 && next() < 0.5
      ? (drawWord() + drawWord() + drawWord()).slice(0, length)
      : make(length);
  };
  return { drawWord, makeTerm, gap: () => (next() < 0.1 ? pick(next, ['，', '。', '！', '、']) : '') };
}

/** The words that come most often, as in any shop's copy; the rest are made up. */
const COMMON =
  'the and to of a for in your with is our you on it this that are from be or at as by we not all can has ' +
  'more will free new one now out up so made best get just like when use them skin soft feel easy love day ' +
  'home night help natural clean fresh daily light water oil cream hair face body care baby dog gift size color ' +
  'fit wear shirt cotton summer winter strong safe gentle clear smooth fast simple every order shipping price sale ' +
  'today only save offer deal store shop brand quality perfect great good life time work sleep energy power health ' +
  'support protein vitamin formula plant organic pure blend taste sweet fruit green tea coffee snack kitchen cook bake';

function english(next: Random): Tongue {
  const onsets = [
    'b',
    'c',
    'd',
    'f',
    'g',
    'l',
    'm',
    'n',
    'p',
    'r',
    's',
    't',
    'v',
    'w',
    'st',
    'tr',
    'pl',
    'ch',
    'sh',
  ];
  const nuclei = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'ou', 'ie'];
  const codas = ['', '', 'n', 'r', 's', 't', 'l', 'nd', 'st', 'ng', 'm'];
  const syllable = (): string => pick(next, onsets) + pick(next, nuclei) + pick(next, codas);
  const make = (): string => Array.from({ length: 1 + Math.floor(next() * 3) }, syllable).join('');
  const words = [...new Set([...COMMON.split(' '), ...distinct(15_000, make)])];
  const drawIndex = zipf(next, words.length, 1);
  const drawWord = (): string => words[drawIndex()] as string;
  const makeTerm = (): string => {
    const count = pick(next, [1, 1, 2, 2, 2, 3, 3, 4]);
    if (count === 1) return `${pick(next, words)}${pick(next, ['er', 'ing', 'less', 'ion', 'able', 'est'])}`;
    return Array.from({ length: count }, drawWord).join(' ');
  };
  return { drawWord, makeTerm, gap: () => (next() < 0.12 ? pick(next, [', ', '. ']) : ' ') };
}

/** Texts of one language without terms, in pieces between which a term can be planted. */
function makePieces(tongue: Tongue): string[][] {
  return Array.from({ length: TEXTS }, () => {
    const pieces: string[] = [];
    for (let units = 0; units < TEXT_UNITS; units += pieces.at(-1)?.length ?? 0) {
      pieces.push(tongue.drawWord() + tongue.gap());
    }
    return pieces;
  });
}

/** Terms that stand nowhere in the texts by themselves: hits are the planted ones and a few that join. */
function makeTerms(count: number, tongue: Tongue, pieces: readonly string[][]): string[] {
  const grams = new Set<string>();
  for (const text of pieces.map((words) => words.join(''))) {
    for (let at = 0; at < text.length; at++) {
      for (let length = 2; length <= GRAM_MAX; length++) grams.add(text.slice(at, at + length));
    }
  }
  return distinct(count, () => {
    let term = tongue.makeTerm();
    while (grams.has(term.slice(0, GRAM_MAX))) term = tongue.makeTerm();
    return term;
  });
}

/** Flat strings, as they come from a request. */
function plant(
  next: Random,
  pieces: readonly string[][],
  tongue: Tongue,
  terms: readonly string[],
): string[] {
  return pieces.map((words) => {
    let text = '';
    let planted = 0;
    for (const word of words) {
      if (text.length > (planted + next()) * UNITS_PER_PLANT) {
        text += terms[Math.floor(next() * PLANTED)] + tongue.gap();
        planted++;
      }
      text += word;
    }
    return Buffer.from(text.slice(0, TEXT_UNITS)).toString();
  });
}

/** A dictionary of `size` terms, and texts in which some of them stand. */
export function makeMaterial(size: number): Material {
  const next = random(SEED);
  const [zh, en] = [chinese(next), english(next)];
  const [zhPieces, enPieces] = [makePieces(zh), makePieces(en)];
  const [zhTerms, enTerms] = [makeTerms(size / 2, zh, zhPieces), makeTerms(size / 2, en, enPieces)];
  return {
    dictionary: zhTerms.flatMap((term, i) => [term, enTerms[i] as string]),
    texts: { zh: plant(next, zhPieces, zh, zhTerms), en: plant(next, enPieces, en, enTerms) },
  };
}
