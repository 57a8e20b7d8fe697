import { wordPatternWith } from '../document/tokens.ts';
import type { Language } from '../language/language.ts';
import { type NumeralClass, numeralClasses } from '../language/numeral-class.ts';
import type { LexiconTerms } from './lexicons.ts';
import type { PatternNode, SlotName } from './pattern-syntax.ts';
import type { Speller } from './spellings.ts';
import { type Term, termsWith } from './terms.ts';

/** The terms and numerals that a pack looks for, and the classes that each fills. */
export interface Vocabulary {
  readonly terms: readonly Term[];
  /** Pictograms that terms have: words in this pack. */
  readonly pictograms: readonly string[];
  /** Splits a text into words, pictograms included. */
  readonly words: RegExp;
  readonly numerals: ReadonlyMap<NumeralClass, readonly number[]>;
  /** The lexicon of a class that is one, whether a pattern names it or not. */
  readonly lexicons: ReadonlyMap<number, string>;
  /** Classes of lexicons inside whose terms no shorter term is seen. */
  readonly opaque: ReadonlySet<number>;
  readonly classCount: number;
}

export interface VocabularyBuilder {
  /** Returns the class of a word, a word in any form or a slot. Throws an Error for an unknown lexicon. */
  readonly classOf: (node: PatternNode) => number;
  /** Returns the vocabulary of all classes asked for so far. */
  readonly vocabulary: () => Vocabulary;
}

/**
 * Collects the classes of a pack and the terms that fill them.
 * @param speller how else people spell a term
 * @param opaqueIds lexicons inside whose terms no shorter term is seen
 */
export function vocabularyBuilder(
  lexicons: LexiconTerms,
  { inflection }: Language,
  speller: Speller,
  opaqueIds: readonly string[],
): VocabularyBuilder {
  const classes = new Map<string, number>();
  const terms = termsWith(speller);
  const numerals = new Map<NumeralClass, Set<number>>(
    numeralClasses.map((kind) => [kind, new Set<number>()]),
  );
  const classNamed = (key: string, fill: (classNumber: number) => void): number => {
    const known = classes.get(key);
    if (known !== undefined) return known;
    const classNumber = classes.size;
    classes.set(key, classNumber);
    fill(classNumber);
    return classNumber;
  };
  const fillSlot = (classNumber: number, name: SlotName): void => {
    if (name.kind === 'numeral') {
      numerals.get(name.numeral)?.add(classNumber);
      return;
    }
    const key = name.form === null ? name.id : `${name.id}:${name.form}`;
    const listed = lexicons.get(key);
    if (!listed) throw new Error(`unknown lexicon or form "{${key}}"`);
    terms.add(classNumber, listed);
  };
  const classOfSlot = (names: readonly SlotName[]): number =>
    classNamed(JSON.stringify(names), (classNumber) => {
      for (const name of names) fillSlot(classNumber, name);
    });
  const classOfLexicon = (id: string): number => classOfSlot([{ kind: 'lexicon', id, form: null }]);

  return {
    classOf: (node) => {
      if (node.kind === 'word')
        return classNamed(`=${node.word}`, (classNumber) => terms.add(classNumber, [node.word]));
      if (node.kind === 'anyForm') {
        const forms = [...Object.values(inflection.verb(node.word)).flat(), ...inflection.noun(node.word)];
        return classNamed(`~${node.word}`, (classNumber) => terms.add(classNumber, forms));
      }
      if (node.kind !== 'slot') throw new Error('not a class');
      return classOfSlot(node.names);
    },
    vocabulary: () => {
      const ids = [...lexicons.keys()].filter((id) => !id.includes(':'));
      const idOfClass = new Map(ids.map((id) => [classOfLexicon(id), id]));
      const pictograms = terms.pictograms();
      return {
        lexicons: idOfClass,
        opaque: new Set(opaqueIds.map(classOfLexicon)),
        terms: terms.all(),
        pictograms,
        words: wordPatternWith(pictograms),
        numerals: new Map([...numerals].map(([kind, classNumbers]) => [kind, [...classNumbers]])),
        classCount: classes.size,
      };
    },
  };
}
