import { canBeEmpty, type PatternNode } from './pattern-syntax.ts';

/**
 * A pattern as steps linked in reading order. A `class` step takes one occurrence of any term of the class; classes
 * are numbers, so that a scan of the text fills one table that every pattern reads.
 */
export type Step =
  | { readonly kind: 'class'; readonly classNumber: number; readonly next: Step }
  /** A choice between classes alone, which most choices are. */
  | { readonly kind: 'oneOf'; readonly classes: readonly number[]; readonly next: Step }
  | {
      readonly kind: 'gap';
      readonly min: number;
      readonly max: number;
      readonly next: Step;
      /** Classes one of which must stand behind the gap; empty where none need to. */
      readonly nextClasses: readonly number[];
    }
  | { readonly kind: 'choice'; readonly options: readonly Step[] }
  | { readonly kind: 'sentenceStart'; readonly next: Step }
  | { readonly kind: 'sentenceEnd'; readonly next: Step }
  | { readonly kind: 'accept' };

/** The number of the class that a word, a word in any form or a slot takes. */
type ClassOf = (node: PatternNode) => number;

/** Classes one of which must occur. */
export type Clause = readonly number[];

/** Links the nodes of a pattern to steps. */
export function linkSteps(nodes: readonly PatternNode[], classOf: ClassOf): Step {
  return link(nodes, { kind: 'accept' }, classOf);
}

function link(nodes: readonly PatternNode[], next: Step, classOf: ClassOf): Step {
  return nodes.reduceRight<Step>((after, node) => {
    if (node.kind === 'gap') return { ...node, next: after, nextClasses: classesAt(after) ?? [] };
    if (node.kind === 'sentenceStart' || node.kind === 'sentenceEnd') return { kind: node.kind, next: after };
    if (node.kind === 'choice') {
      const words = node.options.map(([word, ...more]) => (word && more.length === 0 ? word : null));
      if (words.every(isClass)) return { kind: 'oneOf', classes: words.map(classOf), next: after };
      return { kind: 'choice', options: node.options.map((option) => link(option, after, classOf)) };
    }
    return { kind: 'class', classNumber: classOf(node), next: after };
  }, next);
}

const isClass = (node: PatternNode | null): node is PatternNode =>
  node?.kind === 'word' || node?.kind === 'anyForm' || node?.kind === 'slot';

/** Returns the classes one of which must begin where the step begins; null if there is no such condition. */
function classesAt(step: Step): readonly number[] | null {
  if (step.kind === 'class') return [step.classNumber];
  if (step.kind === 'oneOf') return [...new Set(step.classes)];
  if (step.kind === 'sentenceStart') return classesAt(step.next);
  if (step.kind !== 'choice') return null;
  const each = step.options.map(classesAt);
  return each.includes(null) ? null : [...new Set(each.flatMap((classes) => classes ?? []))];
}

/** Returns the classes one of which begins at the pattern's first word. Throws an Error for the author if there are none. */
export function firstClassesOf(step: Step): readonly number[] {
  const classes = classesAt(step);
  if (classes) return classes;
  throw new Error('a pattern may not begin with something optional and a gap, nor with nothing required');
}

/**
 * Returns the clauses of a pattern: in a sentence that it matches, one class of each clause occurs.
 * @param rarest selects one clause of an option; necessary, not sufficient, so no match is missed
 */
export function clausesOf(
  nodes: readonly PatternNode[],
  classOf: ClassOf,
  rarest: (clauses: readonly Clause[]) => Clause | undefined,
): Clause[] {
  return nodes.flatMap((node): Clause[] => {
    if (canBeEmpty(node)) return [];
    if (node.kind !== 'choice') return [[classOf(node)]];
    const options = node.options.map((option) => rarest(clausesOf(option, classOf, rarest)));
    return options.includes(undefined) ? [] : [[...new Set(options.flatMap((classes) => classes ?? []))]];
  });
}

/** Returns the classes that a pattern names, with repeats. */
export function classesNamedIn(nodes: readonly PatternNode[], classOf: ClassOf): number[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'choice') return node.options.flatMap((option) => classesNamedIn(option, classOf));
    return isClass(node) ? [classOf(node)] : [];
  });
}
