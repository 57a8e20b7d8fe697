/** Errors of recognition, one kind each; deterministic. */
export const noises: Readonly<Record<string, (text: string) => string>> = {
  'lines broken': (text) => perLine(text, broken),
  'spaces lost': (text) => perLine(text, (line) => line.replace(/(?<=[a-z]) (?=[a-z])/gi, '')),
  'figures as letters': (text) => text.replace(/0/g, 'O').replace(/1/g, 'l'),
  'letters as figures': (text) => everyOther(text, /\p{Script=Latin}{4,}/gu, asFigures),
  'full width': (text) => text.replace(/[0-9A-Za-z]/g, wide),
  'stray characters': (text) => perLine(text, strewn),
  'lines of noise': (text) => `${garbage[0]}\n${text.split('\n').join(`\n${garbage[1]}\n`)}\n${garbage[2]}`,
  capitals: (text) => text.toUpperCase(),
};

/** Output of tesseract for textures, edges and drawings. */
const garbage = ['~ |i l— °', 'aE yr ; _', 'oe « -= 4'] as const;

const perLine = (text: string, change: (line: string) => string): string =>
  text.split('\n').map(change).join('\n');

/** Breaks a line in two, at the space nearest to the middle or, without spaces, in the middle. */
function broken(line: string): string {
  const middle = line.length >> 1;
  const spaces = [...line.matchAll(/ /g)].map(({ index }) => index);
  const [at] = spaces.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  if (at !== undefined) return `${line.slice(0, at)}\n${line.slice(at + 1)}`;
  return /\p{Script=Han}{4,}/u.test(line) ? `${line.slice(0, middle)}\n${line.slice(middle)}` : line;
}

function everyOther(text: string, pattern: RegExp, change: (match: string) => string): string {
  let count = 0;
  return text.replace(pattern, (match) => (count++ % 2 === 0 ? change(match) : match));
}

/** Replaces the first `o` or `l` after the first letter. */
const asFigures = (word: string): string =>
  word.replace(/(?<=.)[ol]/, (letter) => (letter === 'o' ? '0' : '1'));

const wide = (unit: string): string => String.fromCharCode(unit.charCodeAt(0) + 0xfee0);

/** Inserts a symbol and a single letter between words, and a symbol at either end. */
function strewn(line: string): string {
  const words = line.split(' ');
  if (words.length < 2) return `| ${line} ~`;
  const at = words.length >> 1;
  return ['|', ...words.slice(0, at), '~', ...words.slice(at), 'j'].join(' ');
}
