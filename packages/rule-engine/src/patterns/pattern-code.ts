import type { Step } from './steps.ts';

/**
 * Instructions of a compiled pattern and the numbers behind each. Patterns are numbers in one array and not linked
 * objects, since a text is tried against hundreds of them and following pointers missed the processor's cache.
 */
export const op = {
  accept: 0,
  /** One occurrence of class `[class]`. */
  class: 1,
  /** `[min, max, set]`: words to skip, and a row of `classSets` of which one must stand behind them; any for -1. */
  gap: 2,
  /**
   * `[count, …]`, then per option its address and the class it begins with, or -1. Takes the first option that leads to a
   * match. Most options begin with a class that is absent, and are skipped without a jump.
   */
  choice: 3,
  sentenceStart: 4,
  sentenceEnd: 5,
  /** `[address]`. */
  jump: 6,
  /** `[count, classes…]`: one occurrence of the first of the classes that leads to an end. */
  oneOf: 7,
} as const;

/**
 * Writes the instructions of a pattern behind those already there. What several options lead to is written once.
 * @param setOf the number of a set of classes
 */
export function writeCode(code: number[], start: Step, setOf: (classes: readonly number[]) => number): void {
  const addresses = new Map<Step, number>();
  const write = (from: Step): void => {
    for (let step = from; ; ) {
      const known = addresses.get(step);
      if (known !== undefined) {
        code.push(op.jump, known);
        return;
      }
      addresses.set(step, code.length);
      if (step.kind === 'accept') {
        code.push(op.accept);
        return;
      }
      if (step.kind === 'choice') {
        const options = code.push(op.choice, step.options.length);
        code.push(...step.options.flatMap(() => [0, -1]));
        for (const [number, option] of step.options.entries()) {
          code[options + number * 2] = code.length;
          if (option.kind === 'class' && !addresses.has(option))
            code[options + number * 2 + 1] = option.classNumber;
          write(option);
        }
        return;
      }
      if (step.kind === 'class') code.push(op.class, step.classNumber);
      else if (step.kind === 'oneOf') code.push(op.oneOf, step.classes.length, ...step.classes);
      else if (step.kind === 'gap')
        code.push(op.gap, step.min, step.max, step.nextClasses.length > 0 ? setOf(step.nextClasses) : -1);
      else code.push(op[step.kind]);
      step = step.next;
    }
  };
  write(start);
}
