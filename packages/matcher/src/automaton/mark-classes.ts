import { ALPHABETIC, BASE_MASK, DIGIT, KIND_MASK } from '../folding/kinds.ts';
import { P_BOUNDARY, P_OFFSET, P_RUNS, PATTERN_FIELDS, type Patterns } from './patterns.ts';
import { STEP_MASK, STEP_SINGLE, STEP_WORD } from './step-table.ts';

/** Adds the marks of step-table.ts to the classes of units. */
export function markClasses(classes: Uint16Array, patterns: Patterns): void {
  const marks = new Uint16Array(STEP_MASK + 1);
  const mark = (code: number, bit: number): void => {
    const number = classes[code & BASE_MASK] as number;
    marks[number] = (marks[number] as number) | bit;
  };
  let isWordBound = true;
  for (let p = 0; p < patterns.fields.length; p += PATTERN_FIELDS) {
    const first = patterns.units[patterns.fields[p + P_OFFSET] as number] as number;
    if (patterns.fields[p + P_RUNS] === 1) mark(first, STEP_SINGLE);
    if (patterns.fields[p + P_BOUNDARY] !== 1 && isWordUnit(first)) isWordBound = false;
  }
  if (isWordBound) for (const code of patterns.units) if (isWordUnit(code)) mark(code, STEP_WORD);
  for (let unit = 0; unit < classes.length; unit++) {
    const number = classes[unit] as number;
    if (number !== 0) classes[unit] = number | (marks[number] as number);
  }
}

function isWordUnit(code: number): boolean {
  const kind = code & KIND_MASK;
  return kind === ALPHABETIC || kind === DIGIT;
}
