/** A place in a text, UTF-16 offsets, end exclusive. */
interface Place {
  readonly start: number;
  readonly end: number;
}

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

const CARRIAGE_RETURN = 0x0d;

/** Tells whether a unit is a character by itself unless something is joined to it: Latin, most Chinese and Japanese. */
const isSimple = (unit: number): boolean =>
  unit < 0x300 ||
  (unit >= 0x3000 &&
    unit <= 0x9fff &&
    !(unit >= 0x302a && unit <= 0x302f) &&
    unit !== 0x3099 &&
    unit !== 0x309a);

/** Tells without a segmenter that a character ends at `at`, as it does nearly everywhere; false where it takes a closer look. */
function isSurelyBetween(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return true;
  const before = text.charCodeAt(at - 1);
  return isSimple(before) && isSimple(text.charCodeAt(at)) && before !== CARRIAGE_RETURN;
}

/** The stretch around an offset between the nearest places where characters surely end. */
function stretchAround(text: string, at: number): Place {
  let start = at - 1;
  let end = at + 1;
  while (!isSurelyBetween(text, start)) start--;
  while (!isSurelyBetween(text, end)) end++;
  return { start, end };
}

/** The character, as people see one, that holds an offset between two of its units; null between two characters. */
function characterAround(text: string, at: number): Place | null {
  if (isSurelyBetween(text, at)) return null;
  const stretch = stretchAround(text, at);
  const found = segmenter.segment(text.slice(stretch.start, stretch.end)).containing(at - stretch.start);
  const start = stretch.start + (found?.index ?? 0);
  return start === at ? null : { start, end: start + (found?.segment.length ?? 0) };
}

/**
 * Widens a place to whole characters as people see them (grapheme clusters): it never begins or ends within a surrogate
 * pair, before the marks on a letter, or inside a joined emoji.
 */
export function wholeCharacters(text: string, { start, end }: Place): Place {
  return {
    start: characterAround(text, start)?.start ?? start,
    end: characterAround(text, end)?.end ?? end,
  };
}
