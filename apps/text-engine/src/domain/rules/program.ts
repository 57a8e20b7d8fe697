import type { Language } from '../language/language.ts';
import { type NumeralClass, numeralClasses } from '../text/numerals.ts';
import { wordPatternWith } from '../text/tokens.ts';
import type { LexiconTerms } from './lexicons.ts';
import { canBeEmpty, type PatternNode, parsePattern, type SlotName } from './pattern-syntax.ts';
import type { Speller } from './spellings.ts';
import { type Term, termsWith } from './terms.ts';

/**
 * A compiled pattern: steps linked in reading order. A `class` step takes one occurrence of any term of the class;
 * classes are numbers, so that a scan of the text fills one table that every program reads.
 */
export type Step =
  | { readonly kind: 'class'; readonly of: number; readonly next: Step }
  | {
      readonly kind: 'gap';
      readonly min: number;
      readonly max: number;
      readonly next: Step;
      /** Classes one of which must stand behind the gap; null where none need to. */
      readonly nextClasses: readonly number[] | null;
    }
  | { readonly kind: 'choice'; readonly options: readonly Step[] }
  | { readonly kind: 'sentenceStart'; readonly next: Step }
  | { readonly kind: 'sentenceEnd'; readonly next: Step }
  | { readonly kind: 'accept' };

export interface Program {
  readonly source: string;
  readonly start: Step;
  /** Classes one of which must stand at the first word; null for patterns that begin with a sentence (`^`). */
  readonly firsts: readonly number[] | null;
  /** What must occur somewhere in a text, or the program cannot match: lets most programs be skipped unread. */
  readonly need: Need;
}

/** A class that must occur, all of several needs, or any of them. */
export type Need = number | { readonly all: readonly Need[] } | { readonly any: readonly Need[] };

/** Everything the scan of a text needs to know: which classes each term and numeral fills. */
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

export interface ProgramBuilder {
  /** Compiles a pattern. Throws an Error for its author. The same source gives the same program. */
  readonly program: (source: string) => Program;
  /** The vocabulary of all programs compiled so far. */
  readonly vocabulary: () => Vocabulary;
}

/**
 * Compiles patterns against a set of lexicons and collects their vocabulary.
 * @param speller how else people spell a term
 * @param opaqueIds lexicons inside whose terms no shorter term is seen
 */
export function programBuilder(
  lexicons: LexiconTerms,
  { inflection, gapMax }: Language,
  speller: Speller,
  opaqueIds: readonly string[],
): ProgramBuilder {
  const classes = new Map<string, number>();
  const terms = termsWith(speller);
  const numerals = new Map<NumeralClass, Set<number>>(
    numeralClasses.map((kind) => [kind, new Set<number>()]),
  );
  const programs = new Map<string, Program>();

  const classOf = (key: string, fill: (of: number) => void): number => {
    const known = classes.get(key);
    if (known !== undefined) return known;
    const of = classes.size;
    classes.set(key, of);
    fill(of);
    return of;
  };
  const fillSlot = (of: number, name: SlotName): void => {
    if (name.kind === 'numeral') {
      numerals.get(name.numeral)?.add(of);
      return;
    }
    const key = name.form === null ? name.id : `${name.id}:${name.form}`;
    const listed = lexicons.get(key);
    if (!listed) throw new Error(`unknown lexicon or form "{${key}}"`);
    terms.add(of, listed);
  };
  const classOfSlot = (names: readonly SlotName[]): number =>
    classOf(JSON.stringify(names), (of) => {
      for (const name of names) fillSlot(of, name);
    });
  const classOfNode = (node: PatternNode): number => {
    if (node.kind === 'word') return classOf(`=${node.word}`, (of) => terms.add(of, [node.word]));
    if (node.kind === 'anyForm') {
      const forms = [...Object.values(inflection.verb(node.word)).flat(), ...inflection.noun(node.word)];
      return classOf(`~${node.word}`, (of) => terms.add(of, forms));
    }
    if (node.kind !== 'slot') throw new Error('not a class');
    return classOfSlot(node.names);
  };
  const link = (nodes: readonly PatternNode[], next: Step): Step =>
    nodes.reduceRight<Step>((after, node) => {
      if (node.kind === 'gap') return { ...node, next: after, nextClasses: classesAt(after) };
      if (node.kind === 'sentenceStart' || node.kind === 'sentenceEnd')
        return { kind: node.kind, next: after };
      if (node.kind === 'choice') {
        return { kind: 'choice', options: node.options.map((option) => link(option, after)) };
      }
      return { kind: 'class', of: classOfNode(node), next: after };
    }, next);

  return {
    program: (source) => {
      const known = programs.get(source);
      if (known) return known;
      const nodes = parsePattern(source, gapMax);
      const start = link(nodes, { kind: 'accept' });
      const made: Program = {
        source,
        start,
        firsts: nodes[0]?.kind === 'sentenceStart' ? null : firstsOf(start),
        need: needOf(nodes, classOfNode),
      };
      programs.set(source, made);
      return made;
    },
    vocabulary: () => {
      const ids = [...lexicons.keys()].filter((id) => !id.includes(':'));
      const classOfLexicon = (id: string): number => classOfSlot([{ kind: 'lexicon', id, form: null }]);
      const idOfClass = new Map(ids.map((id) => [classOfLexicon(id), id]));
      const pictograms = terms.pictograms();
      return {
        lexicons: idOfClass,
        opaque: new Set(opaqueIds.map(classOfLexicon)),
        terms: terms.all(),
        pictograms,
        words: wordPatternWith(pictograms),
        numerals: new Map([...numerals].map(([kind, of]) => [kind, [...of]])),
        classCount: classes.size,
      };
    },
  };
}

function needOf(nodes: readonly PatternNode[], classOfNode: (node: PatternNode) => number): Need {
  const all = nodes.flatMap((node): Need[] => {
    if (node.kind === 'choice') {
      return canBeEmpty(node) ? [] : [{ any: node.options.map((option) => needOf(option, classOfNode)) }];
    }
    return canBeEmpty(node) ? [] : [classOfNode(node)];
  });
  return all.length === 1 && all[0] !== undefined ? all[0] : { all };
}

function firstsOf(step: Step): readonly number[] {
  const classes = classesAt(step);
  if (classes) return classes;
  throw new Error('a pattern may not begin with something optional and a gap, nor with nothing required');
}

/** Classes one of which must stand where the step begins; null where none need to. */
function classesAt(step: Step): readonly number[] | null {
  if (step.kind === 'class') return [step.of];
  if (step.kind === 'sentenceStart') return classesAt(step.next);
  if (step.kind !== 'choice') return null;
  const each = step.options.map(classesAt);
  return each.includes(null) ? null : [...new Set(each.flatMap((classes) => classes ?? []))];
}
