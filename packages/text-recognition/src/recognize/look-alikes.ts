import type { Decoded } from './decode-characters.ts';

/** A character that is likelier than this stays. */
const certain = 0.96;
/** What it may be instead has to be so likely, in times of what it is. */
const ratioMin = { digit: 0.15, letter: 0.1, currency: 0.012, unit: 0.05 } as const;

const currencies = '$¥￥€£';
const isDigit = (character: string): boolean => /\d/.test(character);
const isUpper = (character: string): boolean => /\p{Lu}/u.test(character);
const isLower = (character: string): boolean => /\p{Ll}/u.test(character);
const isLetter = (character: string): boolean => /\p{L}/u.test(character);

/** A word, and the place of one of its characters in it. */
interface Place {
  readonly word: readonly Decoded[];
  readonly index: number;
  /** The word before it. */
  readonly before: readonly Decoded[];
}

/** What a character is to be where its neighbours say so: which characters, and how likely at least. */
type Wanted = { readonly is: (character: string) => boolean; readonly ratio: number };

/**
 * Chooses among what a character may be by what stands beside it: a letter among letters (`0FF`), a digit in an amount, a
 * sign of currency before one (`S15`), capitals among capitals. Only what the recognizer takes for possible is chosen, and
 * what it is certain of stays.
 * @param spaces before which characters a space is
 */
export function chooseLookAlikes(
  characters: readonly Decoded[],
  spaces: readonly boolean[],
): readonly Decoded[] {
  const words = wordsOf(characters, spaces);
  return words.flatMap((word, at) =>
    word.map((decoded, index) => {
      if (decoded.certainty >= certain && !/[Ss]/.test(decoded.character)) return decoded;
      const wanted = wantedAt({ word, index, before: words[at - 1] ?? [] });
      const other =
        wanted &&
        decoded.others.find(
          ({ character, probability }) =>
            wanted.is(character) && probability >= wanted.ratio * decoded.certainty,
        );
      return other ? { ...decoded, character: other.character } : decoded;
    }),
  );
}

function wordsOf(
  characters: readonly Decoded[],
  spaces: readonly boolean[],
): readonly (readonly Decoded[])[] {
  const words: Decoded[][] = [];
  for (const [index, decoded] of characters.entries()) {
    const word = words.at(-1);
    if (word && !spaces[index]) word.push(decoded);
    else words.push([decoded]);
  }
  return words;
}

function wantedAt({ word, index, before }: Place): Wanted | null {
  const { character } = word[index]!;
  const [rest, next] = [
    word
      .slice(index + 1)
      .map(textOf)
      .join(''),
    word[index + 1]?.character ?? '',
  ];
  if (index === 0 && /[Ss]/.test(character) && /^\d[\d.,]*$/.test(rest))
    return { is: (other) => currencies.includes(other), ratio: ratioMin.currency };
  const others = word.filter((_, at) => at !== index).map(textOf);
  const [uppers, lowers] = [others.filter(isUpper).length, others.filter(isLower).length];
  const digits = others.filter(isDigit).length;
  const letters = others.filter(isLetter).length;
  // `15 1b`, `40 Ib`: the only unit that begins so.
  if (index === 0 && /[I1|]/.test(character) && /^bs?\.?,?$/.test(rest) && isAmount(before))
    return { is: (other) => other === 'l', ratio: ratioMin.unit };
  if (isDigit(character)) {
    if (digits > 0 || letters === 0 || letters > uppers + lowers) return null;
    const is = lowers === 0 ? isUpper : index === 0 && lowers > 1 ? isLetter : isLower;
    return { is, ratio: ratioMin.digit };
  }
  if (!isLetter(character)) return null;
  if (letters === 0 && digits > 0)
    return isWithin(word, index) ? { is: isDigit, ratio: ratioMin.digit } : null;
  if (digits > 0) return null;
  if (isLower(character) && uppers > 1 && lowers === 0) return { is: isUpper, ratio: ratioMin.letter };
  if (isUpper(character) && lowers > 1 && uppers === 0 && index > 0)
    return { is: isLower, ratio: ratioMin.letter };
  // No word begins with l and another consonant; one of consonants and l alone is none.
  const isNoWord =
    index === 0 ? /^[b-df-hjkmnp-tv-z]$/.test(next) : isUpper(word[0]!.character) && isBare(others);
  return character === 'l' && isNoWord ? { is: (other) => other === 'I', ratio: ratioMin.letter } : null;
}

/** Tells whether a character is followed by another digit, or stands between two: a letter at the end may be a unit. */
const isWithin = (word: readonly Decoded[], index: number): boolean =>
  isDigit(word[index + 1]?.character ?? '') && (index === 0 || /[\d.,]/.test(word[index - 1]!.character));

const isAmount = (word: readonly Decoded[]): boolean => /^\d[\d.,]*$/.test(word.map(textOf).join(''));
const isBare = (others: readonly string[]): boolean => others.every((one) => /[B-DF-HJ-NP-TV-Z]/.test(one));
const textOf = ({ character }: Decoded): string => character;
