/** A line that announces what stands below it: with a colon, numbered in Chinese, or in capitals. */
const heading = /[:：][ \t*_]*$|^[一二三四五六七八九十]{1,2}[、.][^。！？，]{1,16}$|^[A-Z][A-Z' &]{2,30}$/u;

/**
 * Tidies an edited text, as the strategy `rewrite` does: repeated end marks, doubled spaces, headings whose lines are gone,
 * and the numbers of a list.
 */
export function tidyText(original: string, text: string): string {
  const calm = text.replace(/([!！?？])[!！?？]+/gu, '$1').replace(/(\S) {2,}(?=\S)/gu, '$1 ');
  return renumbered(original, withoutLastHeading(original, withoutEmptyHeadings(original, calm))).trim();
}

/** Removes headings that announced lines of the original and announce none any more. */
function withoutEmptyHeadings(original: string, text: string): string {
  const before = original.split('\n').map((line) => line.trim());
  const lines = text.split('\n');
  const announced = (heading: string): string | undefined =>
    before.slice(before.indexOf(heading) + 1).find((line) => line !== '');
  return lines
    .filter((line, at) => {
      if (!heading.test(line)) return true;
      const next = lines
        .slice(at + 1)
        .find((one) => one.trim() !== '')
        ?.trim();
      const isEmpty = next === undefined || lines[at + 1]?.trim() === '' || heading.test(next);
      return !isEmpty || next === announced(line.trim());
    })
    .join('\n')
    .replace(/\n{3,}/gu, '\n\n');
}

/** UTF-16 units of a heading, at most. */
const headingMax = 30;

/** Removes a last line that headed a longer one of the original, which went. */
function withoutLastHeading(original: string, text: string): string {
  const at = text.trimEnd().lastIndexOf('\n');
  const last = text.slice(at + 1).trim();
  const before = original.split('\n').map((line) => line.trim());
  const next = before.slice(before.lastIndexOf(last) + 1).find((line) => line !== '') ?? '';
  const isHeading = last.length <= headingMax && !/[.!?。！？]$/u.test(last) && before.includes(last);
  const isOver = next.length > 2 * last.length && /[.!?。！？，,][^\n]*/u.test(next);
  return at > 0 && isHeading && isOver ? text.slice(0, at).trimEnd() : text;
}

/** Numbers the items of a list that lost some. Items that are no list (chapters with text between them) stay. */
function renumbered(original: string, text: string): string {
  const before = original.split('\n').filter((line) => line.trim() !== '');
  let previous: number | null = null;
  return text
    .split('\n')
    .map((line) => {
      const item = itemOf(line);
      if (!item) {
        if (line.trim() !== '') previous = null;
        return line;
      }
      previous = previous === null ? firstNumber(before, before.indexOf(line), item.number) : previous + 1;
      return item.indent + String(previous) + item.rest;
    })
    .join('\n');
}

/** Returns the number of the first item of the list that a line is in. */
function firstNumber(lines: readonly string[], at: number, otherwise: number): number {
  let number = otherwise;
  for (let before = at - 1; before >= 0; before--) {
    const item = itemOf(lines[before] ?? '');
    if (!item) return number;
    number = item.number;
  }
  return number;
}

function itemOf(
  line: string,
): { readonly indent: string; readonly number: number; readonly rest: string } | null {
  const item = /^(\s*)(\d{1,2})([.)、]\s*\D.*)$/u.exec(line);
  return item && { indent: item[1] ?? '', number: Number(item[2]), rest: item[3] ?? '' };
}
