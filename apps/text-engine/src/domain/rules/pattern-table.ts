import { writeCode } from './pattern-code.ts';
import { parsePattern } from './pattern-syntax.ts';
import { type Rows, rowsOf, turned } from './rows.ts';
import { clausesOf, firstClassesOf, linkSteps } from './steps.ts';
import type { VocabularyBuilder } from './vocabulary.ts';

/** Patterns of a pack that are asked for together; its number is its row in the table's `lists`. */
export interface PatternList {
  readonly number: number;
  /** How many patterns it has. */
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
   * What must occur in one sentence for a pattern to match there: a count and as many classes, one of which must
   * occur, again and again.
   */
  readonly needs: Rows;
  /** Patterns to look at when a class occurs: those that need it, filed where they are looked at least often. */
  readonly filed: Rows;
  /** Patterns that need nothing. */
  readonly always: Int32Array;
  /** The patterns of each list. */
  readonly lists: Rows;
  /** The lists that each pattern is in. */
  readonly listsOf: Rows;
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
  const clauses: (readonly (readonly number[])[])[] = [];
  const lists: (readonly number[])[] = [];
  return {
    pattern: (source) => {
      const number = known.get(source) ?? starts.length;
      if (number < starts.length) return number;
      const nodes = parsePattern(source, gapMax);
      const start = linkSteps(nodes, classOf);
      const first = nodes[0]?.kind === 'sentenceStart' ? [] : firstClassesOf(start);
      firsts.push(first);
      clauses.push(clausesOf(nodes, classOf));
      starts.push(code.length);
      writeCode(code, start, setOf);
      known.set(source, number);
      return number;
    },
    list: (patterns) => ({ number: lists.push(patterns) - 1, size: patterns.length }),
    table: (classCount) => {
      const rows = rowsOf(lists);
      return {
        code: Int32Array.from(code),
        classSets: rowsOf(classSets),
        starts: Int32Array.from(starts),
        firsts: rowsOf(firsts),
        needs: rowsOf(clauses.map((each) => each.flatMap((classes) => [classes.length, ...classes]))),
        filed: turned(rowsOf(watchedClasses(clauses)), classCount),
        always: Int32Array.from([...clauses.keys()].filter((number) => clauses[number]?.length === 0)),
        lists: rows,
        listsOf: turned(rows, starts.length),
      };
    },
  };
}

/** The clause of each pattern that fewest others speak of: what many patterns speak of (`not`, `the`) is in many texts. */
function watchedClasses(clauses: readonly (readonly (readonly number[])[])[]): (readonly number[])[] {
  const uses = new Map<number, number>();
  for (const of of clauses.flat(2)) uses.set(of, (uses.get(of) ?? 0) + 1);
  const rankOf = (classes: readonly number[]): number =>
    classes.reduce((sum, of) => sum + (uses.get(of) ?? 0), 0);
  return clauses.map((each) => [...each].sort((a, b) => rankOf(a) - rankOf(b))[0] ?? []);
}
