export interface SignificantLine {
  /** Its number in the file, from 1. */
  readonly number: number;
  /** Without the white space around it, and with one space where there are more. */
  readonly text: string;
}

/**
 * Reads the lines of a TypeScript file that say something of their own: no import statement, comment, blank line, or
 * line of nothing but punctuation.
 */
export function significantLines(source: string): readonly SignificantLine[] {
  const code = source
    .replace(/^import\b[^;]*;/gm, blank)
    .replace(/^[ \t]*\/\*[\s\S]*?\*\//gm, blank)
    .replace(/^[ \t]*\/\/.*$/gm, '');
  return code.split('\n').flatMap((line, index) => {
    const text = line.trim().replace(/\s+/g, ' ');
    return /\w/.test(text) ? [{ number: index + 1, text }] : [];
  });
}

/** Keeps the line breaks, so that the lines after it have their numbers. */
const blank = (text: string) => text.replace(/[^\n]/g, '');
