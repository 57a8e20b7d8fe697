import { writeCode } from './pattern-code.ts';
import { type PatternNode, parsePattern } from './pattern-syntax.ts';
import { type Rows, rowsOf, transpose } from './rows.ts';
import { type Clause, classesNamedIn, clausesOf, firstClassesOf, linkSteps } from './steps.ts';
import type { VocabularyBuilder } from './vocabulary.ts';

/** A group of patterns that run together; its number is its row in the table's `lists`. */
export interface PatternList {
  readonly number: number;
  /** Count of its patterns. */
  readonly size: number;
}

/** All patterns of a pack. Patterns, lists and classes are numbers. */
export interface PatternTable {
  /** Instructions of all patterns; see `op`. */
  readonly code: Int32Array;
  /** Sets of classes that gaps lead to. */
  readonly classSets: Rows;
  /** The address at which each pattern begins. */
  readonly starts: Int32Array;
  /** Classes one of which must stand at a pattern's first word; none for patterns that begin with a sentence (`^`). */
  readonly firsts: Rows;
  /**
   * The patterns of each list, one behind the other: the number of a pattern, how many numbers follow, and what must
   * occur in one sentence for it to match there: a count and as many classes, one of which must occur, again and again.
   * Together, and not by pattern, since lists are looked at as a whole and hundreds of them for every text.
   */
  readonly lists: ListRecords;
  /** By class: the lists with a pattern whose rarest clause has the class. */
  readonly listsByClass: Rows;
  /** Lists with a pattern that needs nothing. */
  readonly always: Int32Array;
}

export interface ListRecords {
  readonly values: Uint16Array;
  /** The records of list `l` are those from `from[l]` to `from[l + 1]`. */
  readonly from: Int32Array;
}

export interface PatternTableBuilder {
  /** Compiles a pattern and gives its number, the same for the same source. Throws an Error for its author. */
  readonly pattern: (source: string) => number;
  readonly list: (patterns: readonly number[]) => PatternList;
  /** The table of everything compiled so far. */
  readonly table: (classCount: number) => PatternTable;
}

/** Collects and compiles the patterns of a pack. */
export function patternTableBuilder(
  classOf: VocabularyBuilder['classOf'],
  gapMax: number,
): PatternTableBuilder {
  const known = new Map<string, number>();
  const code: number[] = [];
  const classSets: (readonly number[])[] = [];
  const setNumbers = new Map<string, number>();
  const setOf = (classes: readonly number[]): number => {
    const key = classes.join();
    const number = setNumbers.get(key) ?? classSets.push(classes) - 1;
    setNumbers.set(key, number);
    return number;
  };
  const starts: number[] = [];
  const firsts: (readonly number[])[] = [];
  const parsed: (readonly PatternNode[])[] = [];
  const lists: (readonly number[])[] = [];
  return {
    pattern: (source) => {
      const number = known.get(source) ?? starts.length;
      if (number < starts.length) return number;
      const nodes = parsePattern(source, gapMax);
      const start = linkSteps(nodes, classOf);
      const first = nodes[0]?.kind === 'sentenceStart' ? [] : firstClassesOf(start);
      firsts.push(first);
      parsed.push(nodes);
      starts.push(code.length);
      writeCode(code, start, setOf);
      known.set(source, number);
      return number;
    },
    list: (patterns) => ({ number: lists.push(patterns) - 1, size: patterns.length }),
    table: (classCount) => {
      const ranked = rarestFirst(parsed, classOf);
      const watched = lists.map((patterns) => [
        ...new Set(patterns.flatMap((pattern) => ranked[pattern]?.[0] ?? [])),
      ]);
      const needsNothing = (pattern: number): boolean => ranked[pattern]?.length === 0;
      return {
        code: Int32Array.from(code),
        classSets: rowsOf(classSets),
        starts: Int32Array.from(starts),
        firsts: rowsOf(firsts),
        lists: recordsOf(lists, ranked),
        listsByClass: transpose(rowsOf(watched), classCount),
        always: Int32Array.from([...lists.keys()].filter((number) => lists[number]?.some(needsNothing))),
      };
    },
  };
}

const numberMax = 0xffff;

/** Writes lists as records. Throws an Error for a pack that is too large for numbers of 16 bits. */
function recordsOf(
  lists: readonly (readonly number[])[],
  clauses: readonly (readonly (readonly number[])[])[],
): ListRecords {
  const rows = rowsOf(
    lists.map((patterns) =>
      patterns.flatMap((pattern) => {
        const needs = (clauses[pattern] ?? []).flatMap((classes) => [classes.length, ...classes]);
        return [pattern, needs.length, ...needs];
      }),
    ),
  );
  if (rows.values.some((value) => value > numberMax))
    throw new Error(`a pack may have ${numberMax} patterns, and as many classes`);
  return { values: Uint16Array.from(rows.values), from: rows.from };
}

/**
 * Returns the clauses of each pattern, rarest first: a class that many patterns name (`not`, `the`) is in many texts.
 */
function rarestFirst(
  patterns: readonly (readonly PatternNode[])[],
  classOf: VocabularyBuilder['classOf'],
): (readonly Clause[])[] {
  const uses = new Map<number, number>();
  for (const nodes of patterns)
    for (const classNumber of classesNamedIn(nodes, classOf))
      uses.set(classNumber, (uses.get(classNumber) ?? 0) + 1);
  const rankOf = (classes: Clause): number =>
    classes.reduce((sum, classNumber) => sum + (uses.get(classNumber) ?? 0), 0);
  const ranked = (clauses: readonly Clause[]): Clause[] => clauses.toSorted((a, b) => rankOf(a) - rankOf(b));
  return patterns.map((nodes) => ranked(clausesOf(nodes, classOf, (clauses) => ranked(clauses)[0])));
}
