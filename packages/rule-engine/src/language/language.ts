import type { NumeralClass } from './numeral-class.ts';
import type { Sounds } from './sounds.ts';

/** The engine's knowledge of a language besides the cues that a pack lists: plain data and a few pure functions. */
export interface Language {
  readonly inflection: Inflection;
  readonly numerals: NumeralWords;
  readonly sentences: SentenceMarks;
  readonly denial: Denial;
  /** A text of fewer words does not show whether it is lawful as a whole. */
  readonly textWordsMin: number;
  /** Characters: a sentence of at most `sentenceMax` is reported whole; of a longer one the clause, if not tiny. */
  readonly reported: { readonly sentenceMax: number; readonly clauseMin: number };
  /** Endings that may follow a term within its word (`'s`); matched at the end of a word. */
  readonly enclitic: RegExp | null;
  /** The sounds of its characters, where people spell words by them; null for a language written in letters. */
  readonly sounds: Sounds | null;
  /** Words that the gap of a pattern may span at most. */
  readonly gapMax: number;
  /** A text of at most so many words is a slogan: it may claim without naming what it claims it of. */
  readonly sloganWordsMax: number;
  /** Joins the name of a law and its article, and several references. */
  readonly citation: { readonly article: string; readonly reference: string };
  readonly connectives: Connectives;
}

/** Words that join clauses, by which a rewrite knows what can go and what would be left hanging. */
export interface Connectives {
  /** Whether words are written with spaces, and sentences with a capital. */
  readonly spaced: boolean;
  /** Begins a clause that is joined as an equal: `and`, `but`, `而且`. */
  readonly coordinator: RegExp;
  /** Begins a clause that hangs on the one before it: `which`, `so that`, `让你`. */
  readonly dependent: RegExp;
  /** Begins a clause that hangs on the one behind it: `if`, `因为`. */
  readonly leading: RegExp;
  /** Ends a clause that only leads up to the one behind it (`喝了半个月，…`); null where such clauses begin with a word. */
  readonly awaiting: RegExp | null;
  /** Begins a clause with a subject of its own: `it`, `our`; null where clauses need none. */
  readonly subject: RegExp | null;
  /** Verbs without which words are no sentence; null where clauses need none. */
  readonly finite: RegExp | null;
  /** The last word before a relative clause, and its opening word, at the end of what stands before words of it. */
  readonly relative: RegExp | null;
  /** Whether two verbs have one form, so that one subject goes with either. */
  readonly sameForm: ((verb: string, other: string) => boolean) | null;
  /** Opens a sentence that speaks of what was said before it: `It`, `Itu`, `这`. */
  readonly pronoun: RegExp;
  /** Ends two words, with the space behind them, that want the word after them: `yang`, `menjadi`, `dengan harga`. */
  readonly governing: RegExp | null;
  /** Opens a sentence that goes on from the one before it: `But`, `Selain itu`. */
  readonly opening: RegExp;
  /** Says nothing of what is sold: greetings, calls to buy, prices, amounts. */
  readonly filler: RegExp;
  /** Mends what a replacement did to the word before it: `a` before a vowel. */
  readonly mend: ((before: string, after: string) => string) | null;
}

export interface Inflection {
  /** The forms of verbs that a pattern may ask for by name, as in `{treat:ing}`. */
  readonly verbForms: readonly string[];
  /** All forms of a verb by their name; of several words the first is inflected. */
  readonly verb: (term: string) => Readonly<Record<string, readonly string[]>>;
  /** All forms of a noun, itself first. */
  readonly noun: (term: string) => readonly string[];
  /** Returns the stem, which most forms of a word share. */
  readonly stem: (word: string) => string;
}

/** The meaning of a full stop and a comma. Marks themselves are the same in every language; see `sentences.ts`. */
export interface SentenceMarks {
  /** After these words a full stop does not end a sentence. */
  readonly abbreviations: ReadonlySet<string>;
  /** After these it does not when a number follows. */
  readonly abbreviationsBeforeNumber: ReadonlySet<string>;
  /** Marks that only join the items of a list. */
  readonly listMark: RegExp;
  /** No sentence ends in these words: a line that does was broken for its width. */
  readonly neverLast: ReadonlySet<string>;
  readonly commaMark: RegExp;
}

/** The reach of denials, in words. */
export interface Denial {
  /** The reach of `not`, within its sentence. */
  readonly reachMax: number;
  /** The reach of `no`, `without`, `zero`, which deny the words right after them. */
  readonly briefReachMax: number;
  /** Negatives that are bound to the word behind them (`non drowsy`) and deny nothing else, with or without a hyphen. */
  readonly prefixes: ReadonlySet<string>;
  /** Words of an item that may follow in an enumeration of what a thing is without (`no soy or hydrogenated fat`). */
  readonly itemWordsMax: number;
  /** A colon this soon after a denial introduces what is denied. */
  readonly colonReachMax: number;
  /** Whether it goes on after a comma (`does not treat, cure or prevent`) or only after a list mark. */
  readonly crossesComma: boolean;
  /** Words that a denial with a list behind its colon may end in: a verb of saying, doing or having, `this`. */
  readonly colonLead: RegExp;
  /** Whether a verb begins a statement of its own after a comma, as `cures` does after `won't harm,`. */
  readonly isFiniteVerb: (word: string) => boolean;
}

/** Words of amounts. Units may be of several words where `unitWordsMax` says so; they are listed without spaces. */
export interface NumeralWords {
  readonly words: ReadonlySet<string>;
  /** Words that one number may be spelled with. */
  readonly wordsMax: number;
  /** May stand between two of them: `and`. */
  readonly joiner: string | null;
  /** Directly after a number: `k`, `thousand`. */
  readonly multipliers: ReadonlySet<string>;
  /** Between two numbers of a range: `to`. Dashes need no listing. */
  readonly rangeWords: ReadonlySet<string>;
  /** Stand for one before a unit of time. */
  readonly articles: ReadonlySet<string>;
  /** May stand between number and unit: `three dress sizes`. */
  readonly qualifiers: ReadonlySet<string>;
  readonly qualifiersMax: number;
  /** The class of a number with the unit after it. */
  readonly units: ReadonlyMap<string, NumeralClass>;
  readonly unitWordsMax: number;
  /** Words that hold number and unit: `grand`, `seminggu`. */
  readonly wholes: ReadonlyMap<string, NumeralClass>;
  /** Words that are read as single figures in telephone numbers. */
  readonly digitWords: ReadonlyMap<string, string>;
  /** The figures of a telephone number, without anything between them. */
  readonly phone: RegExp;
  /** Words before a number that make it money, or a percentage. */
  readonly moneyBefore: RegExp;
  readonly percentBefore: RegExp | null;
  /** Words before a number that make it a place in an order, not an amount: `第`. */
  readonly ordinalBefore: ReadonlySet<string>;
  /** After a year it names the year (`2024年`) and measures nothing. */
  readonly yearUnit: string | null;
  /** `one` and the words before it that make it a rank; what may not follow then (`第一次` is no rank). */
  readonly ones: ReadonlySet<string>;
  readonly rankBefore: ReadonlySet<string>;
  readonly noRankBefore: ReadonlySet<string>;
}

/** Words separated by spaces as a set. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Units by class, each given as words separated by spaces. */
export const unitMap = (
  units: Readonly<Partial<Record<NumeralClass, string>>>,
): ReadonlyMap<string, NumeralClass> =>
  new Map(
    Object.entries(units).flatMap(([kind, words]) =>
      [...wordSet(words)].map((word) => [word, kind as NumeralClass] as const),
    ),
  );

/** The words for zero to nine, in order, as the figures they stand for; several for one are joined by a slash. */
export const digitMap = (words: string): ReadonlyMap<string, string> =>
  new Map(
    words
      .trim()
      .split(/\s+/)
      .flatMap((names, digit) => names.split('/').map((name) => [name, String(digit)] as const)),
  );
