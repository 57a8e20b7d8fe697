import type { CompiledPack, Context, Finder } from '../rules/pack.ts';
import type { Need, Program } from '../rules/program.ts';
import type { Occurrences } from './occurrences.ts';

type Programs = readonly Program[];

/** A program in one of the lists that are run together. */
interface Entry {
  readonly program: Program;
  readonly list: Programs;
  readonly at: number;
}

/** The programs to look at when a class occurs in a text. Few classes do, so few programs are looked at. */
export interface Triggers {
  readonly byClass: readonly (readonly Entry[])[];
  /** Those that need nothing. */
  readonly always: readonly Entry[];
}

/** Files every program of a pack under classes without all of which it cannot match; once per pack. */
export function triggersOf(pack: Pick<CompiledPack, 'rules' | 'grammar' | 'vocabulary'>): Triggers {
  const lists = new Set(listsOf(pack));
  const usesOf = countUses([...lists].flat());
  const byClass = Array.from({ length: pack.vocabulary.classCount }, (): Entry[] => []);
  const always: Entry[] = [];
  for (const list of lists) {
    for (const [at, program] of list.entries()) {
      const entry = { program, list, at };
      const watched = watchedBy(program.need, usesOf);
      if (!watched) always.push(entry);
      for (const of of watched ?? []) byClass[of]?.push(entry);
    }
  }
  return { byClass, always };
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

/** Classes one of which must occur for the need to be met, as rare ones as there are; null when any text meets it. */
function watchedBy(need: Need, usesOf: (of: number) => number): readonly number[] | null {
  if (typeof need === 'number') return [need];
  if ('any' in need) {
    const each = need.any.map((one) => watchedBy(one, usesOf));
    return each.includes(null) ? null : [...new Set(each.flatMap((one) => one ?? []))];
  }
  const rank = (classes: readonly number[]): number => classes.reduce((sum, of) => sum + usesOf(of), 0);
  const each = need.all.flatMap((one) => {
    const classes = watchedBy(one, usesOf);
    return classes ? [classes] : [];
  });
  return each.sort((a, b) => rank(a) - rank(b))[0] ?? null;
}

/** The programs of each list whose needs a text meets, in the list's order; a list without any is left out. */
export function livePrograms(triggers: Triggers, occurrences: Occurrences): Map<Programs, Programs> {
  const live = new Map<Programs, Entry[]>();
  const consider = (entry: Entry): void => {
    if (!isMet(entry.program.need, occurrences)) return;
    const known = live.get(entry.list);
    if (known) known.push(entry);
    else live.set(entry.list, [entry]);
  };
  triggers.always.forEach(consider);
  for (const of of occurrences.classes) triggers.byClass[of]?.forEach(consider);
  return new Map([...live].map(([list, entries]) => [list, inOrder(entries)]));
}

/** One of several classes that all occur brings an entry as often. */
function inOrder(entries: Entry[]): Programs {
  if (entries.length > 1) entries.sort((a, b) => a.at - b.at);
  return entries.filter((entry, index) => entry !== entries[index - 1]).map(({ program }) => program);
}

function isMet(need: Need, occurrences: Occurrences): boolean {
  if (typeof need === 'number') return occurrences.of(need) !== undefined;
  if ('all' in need) return need.all.every((one) => isMet(one, occurrences));
  return need.any.some((one) => isMet(one, occurrences));
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
