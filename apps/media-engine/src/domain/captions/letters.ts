/** The letters and digits of a text, by which readings of it are compared, and where each is in it. */
export interface Letters {
  /** Letters and digits alone, in lower case and normal width. */
  readonly text: string;
  /** The UTF-16 offset in the original of each unit of `text`. */
  readonly origins: readonly number[];
}

const isLetter = /[\p{L}\p{N}]/u;

/** Reduces a text to its letters and digits: recognizers err in spaces, case and punctuation first. */
export function lettersIn(original: string): Letters {
  let text = '';
  const origins: number[] = [];
  let at = 0;
  for (const character of original) {
    for (const unit of character.normalize('NFKC').toLowerCase()) {
      if (!isLetter.test(unit)) continue;
      text += unit;
      for (let rest = unit.length; rest > 0; rest--) origins.push(at);
    }
    at += character.length;
  }
  return { text, origins };
}

/** Returns the letters and digits of a text. */
export const lettersOf = (original: string): string => lettersIn(original).text;

const han = /\p{Script=Han}/u;

/** Tells whether a text is written in characters that say as much as some letters. */
export const isDense = (text: string): boolean => han.test(text);

/** The share of letters that readings may differ in, of a script with letters and of Chinese characters. */
export interface ReadingErrors {
  readonly letters: number;
  readonly han: number;
}

/** Limits for two readings of the same words. Few of the characters of a Chinese line make another word of it. */
const fewErrors: ReadingErrors = { letters: 0.1, han: 0.08 };

/**
 * Tells whether two texts are readings of the same words: equal, or with as few errors as recognition makes. Figures make a
 * difference, except where nothing else is written: a clock at one place is one thing.
 * @param a letters and digits, as `b`
 */
export function isNear(a: string, b: string, errors = fewErrors): boolean {
  if (a === b) return true;
  if (figuresOf(a) !== figuresOf(b)) return isClock(a) && isClock(b) && a.length === b.length;
  const share = isDense(a) ? errors.han : errors.letters;
  const errorsMax = Math.floor(Math.max(a.length, b.length) * share);
  return Math.abs(a.length - b.length) <= errorsMax && distance(a, b) <= errorsMax;
}

const figuresOf = (text: string): string => text.replace(/\P{N}+/gu, ' ').trim();
const isClock = (text: string): boolean => /^\p{N}+$/u.test(text);

/** Returns how many units have to be inserted, removed or replaced to make one text of the other. */
function distance(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row++) {
    const now = [row];
    for (let at = 1; at <= b.length; at++) {
      const replaced = (before[at - 1] ?? 0) + (a[row - 1] === b[at - 1] ? 0 : 1);
      now.push(Math.min(replaced, (before[at] ?? 0) + 1, (now[at - 1] ?? 0) + 1));
    }
    before = now;
  }
  return before[b.length] ?? 0;
}

/** Words that two readings of a moving line share. */
export interface Shared {
  /** Where they end in the earlier reading. */
  readonly endBefore: number;
  /** Where they end in the later one. */
  readonly endNow: number;
}

/** Letters that a recognizer makes of one that the edge of the picture cuts. */
const cutLettersMax = 3;
/** The fewest letters that a line may share with its earlier reading, and the share of the shorter one. */
const sharedMin = { letters: 8, han: 4, share: 0.3 } as const;
/** Letters of a line that are compared; a longer one is no line of a picture. */
const comparedMax = 200;

/**
 * Finds the words at the end of one reading with which a later one begins, as those of a line that moves through the
 * picture do. Letters at both edges of it may be cut.
 * @param before letters and digits, as `now`
 * @returns null if they share too little
 */
export function sharedWords(before: string, now: string): Shared | null {
  const [tailStart, head] = [Math.max(0, before.length - comparedMax), now.slice(0, comparedMax)];
  const tail = before.slice(tailStart);
  const least = Math.max(
    isDense(now) ? sharedMin.han : sharedMin.letters,
    Math.min(tail.length, head.length) * sharedMin.share,
  );
  for (let cutBefore = 0; cutBefore <= cutLettersMax; cutBefore++) {
    const end = tail.length - cutBefore;
    for (let cutNow = 0; cutNow <= cutLettersMax; cutNow++) {
      for (let length = Math.min(end, head.length - cutNow); length >= least; length--) {
        if (tail.slice(end - length, end) === head.slice(cutNow, cutNow + length))
          return { endBefore: tailStart + end, endNow: cutNow + length };
      }
    }
  }
  return null;
}
