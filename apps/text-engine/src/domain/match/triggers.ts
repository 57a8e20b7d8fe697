import type { CompiledPack, Context, Finder } from '../rules/pack.ts';
import type { Need, Program } from '../rules/program.ts';
import type { Occurrences } from './occurrences.ts';

type Programs = readonly Program[];

/** A program in one of the lists that are run together, at its place there. */
interface Entry {
  readonly program: Program;
  readonly list: Programs;
  readonly at: number;
}

/** Rows of numbers, row `r` from `from[r]` to `from[r + 1]`. */
interface Rows {
  readonly values: Int32Array;
  readonly from: Int32Array;
}

/**
 * The programs to look at when a class occurs in a text. Few classes do, so few programs are looked at; what decides
 * about them lies in flat rows, since walking their trees missed the processor's cache at every step.
 */
export interface Triggers {
  readonly entries: readonly Entry[];
  /** Numbers of the entries filed under each class. */
  readonly filed: Rows;
  /** Entries that need nothing. */
  readonly always: readonly number[];
  /** What each entry needs besides: a count and as many classes, one of which must occur, again and again. */
  readonly needs: Rows;
}

/** What may match in a text. */
export interface Live {
  /** Whether any program of the list may. */
  readonly has: (list: Programs) => boolean;
  /** Those of its programs that may, in the list's order. */
  readonly of: (list: Programs) => Programs;
}

/** Files every program of a pack under classes without all of which it cannot match; once per pack. */
export function triggersOf(pack: Pick<CompiledPack, 'rules' | 'grammar' | 'vocabulary'>): Triggers {
  const entries = [...new Set(listsOf(pack))].flatMap((list) =>
    list.map((program, at): Entry => ({ program, list, at })),
  );
  const usesOf = countUses(entries.map(({ program }) => program));
  const byClass = Array.from({ length: pack.vocabulary.classCount }, (): number[] => []);
  const always: number[] = [];
  const needs = entries.map(({ program }, number) => {
    const [watched, ...others] = clausesOf(program.need).sort(
      (a, b) => rankOf(a, usesOf) - rankOf(b, usesOf),
    );
    if (!watched) always.push(number);
    for (const of of watched ?? []) byClass[of]?.push(number);
    return others.flatMap((classes) => [classes.length, ...classes]);
  });
  return { entries, always, filed: rowsOf(byClass), needs: rowsOf(needs) };
}

function rowsOf(rows: readonly (readonly number[])[]): Rows {
  const from = new Int32Array(rows.length + 1);
  for (const [number, row] of rows.entries()) from[number + 1] = (from[number] ?? 0) + row.length;
  return { values: Int32Array.from(rows.flat()), from };
}

/** How many needs name a class: what many patterns speak of (`not`, `the`) is in many texts. */
function countUses(programs: readonly Program[]): (of: number) => number {
  const uses = new Map<number, number>();
  const count = (need: Need): void => {
    if (typeof need === 'number') uses.set(need, (uses.get(need) ?? 0) + 1);
    else for (const one of 'all' in need ? need.all : need.any) count(one);
  };
  for (const { need } of programs) count(need);
  return (of) => uses.get(of) ?? 0;
}

/** Sets of classes, of each of which one must occur for the need to be met. */
function clausesOf(need: Need): (readonly number[])[] {
  if (typeof need === 'number') return [[need]];
  if ('all' in need) return need.all.flatMap(clausesOf);
  // One of the things that an option needs is enough to tell: more programs may be looked at, none is overlooked.
  const options = need.any.map((one) => clausesOf(one)[0]);
  return options.includes(undefined) ? [] : [[...new Set(options.flatMap((classes) => classes ?? []))]];
}

/** What few patterns speak of is in few texts: it is looked at first. */
function rankOf(classes: readonly number[], usesOf: (of: number) => number): number {
  return classes.reduce((sum, of) => sum + usesOf(of), 0);
}

/** Looks up the programs whose needs a text meets. */
export function livePrograms({ entries, filed, always, needs }: Triggers, occurrences: Occurrences): Live {
  const live = new Map<Programs, Entry[]>();
  const isConsidered = new Uint8Array(entries.length);
  const consider = (number: number): void => {
    // One of several classes that all occur brings an entry as often.
    if (isConsidered[number] === 1) return;
    isConsidered[number] = 1;
    const entry = isMet(needs, number, occurrences) && entries[number];
    if (!entry) return;
    const known = live.get(entry.list);
    if (known) known.push(entry);
    else live.set(entry.list, [entry]);
  };
  always.forEach(consider);
  for (const of of occurrences.classes) {
    const end = filed.from[of + 1] ?? 0;
    for (let at = filed.from[of] ?? 0; at < end; at++) consider(filed.values[at] ?? 0);
  }
  return {
    has: (list) => live.has(list),
    of: (list) =>
      live
        .get(list)
        ?.sort((a, b) => a.at - b.at)
        .map(({ program }) => program) ?? noPrograms,
  };
}

const noPrograms: Programs = [];

function isMet({ values, from }: Rows, number: number, { has }: Occurrences): boolean {
  const end = from[number + 1] ?? 0;
  for (let at = from[number] ?? 0; at < end; ) {
    const next = at + 1 + (values[at] ?? 0);
    let occurs = false;
    while (!occurs && ++at < next) occurs = has(values[at] ?? 0);
    if (!occurs) return false;
    at = next;
  }
  return true;
}

/** Every list of programs in a pack. One that is missing here never matches. */
function listsOf({ rules, grammar }: Pick<CompiledPack, 'rules' | 'grammar'>): Programs[] {
  return [
    ...Object.values(grammar),
    ...rules.flatMap((rule) => [
      ...inFinder(rule.finder),
      ...[
        rule.needs,
        rule.unless,
        ...rule.exemptions.flatMap(({ needs, context }) => [needs, context]),
      ].flatMap(inContext),
    ]),
  ];
}

const inContext = (context: Context | null): Programs[] =>
  context ? [context.sentence, context.nearby, context.text] : [];

function inFinder(finder: Finder): Programs[] {
  switch (finder.kind) {
    case 'programs':
      return [finder.programs];
    case 'near':
      return [...finder.sets, finder.without];
    case 'missing':
      return [finder.when, finder.requires];
    case 'implied':
      return [
        finder.subject,
        finder.neutral,
        finder.outcome,
        ...finder.signs.map(({ programs }) => programs),
      ];
    case 'regex':
    case 'learned':
      return [];
  }
}
