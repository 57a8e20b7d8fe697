import { parse as parseYaml } from 'yaml';

/** Reads the paragraphs of a file, by the ending of its name; none of a format that holds no prose. */
export function paragraphsOf(name: string, content: string): string[] {
  const ending = name.toLowerCase().match(/\.(\w+)$/)?.[1] ?? '';
  if (/^(?:readme|description)$/i.test(name) || ['md', 'markdown', 'mdx', 'txt', 'rst'].includes(ending))
    return markdownParagraphs(content);
  if (['html', 'htm', 'hbs', 'page'].includes(ending)) return htmlParagraphs(content);
  if (['json', 'webmanifest'].includes(ending))
    return valueParagraphs(valueOrNull(() => JSON.parse(content)));
  if (['yml', 'yaml'].includes(ending)) return valueParagraphs(valueOrNull(() => parseYaml(content)));
  if (ending === 'csv') return csvParagraphs(content);
  if (/^[1-9]$/.test(ending)) return manualParagraphs(content);
  return [];
}

/** Leaves out code, tables, pictures, links and marks. */
export function markdownParagraphs(content: string): string[] {
  return htmlParagraphs(
    content
      .replace(/^---\n[\s\S]*?\n---\n/, '')
      .replace(/(^|\n)(```|~~~)[\s\S]*?\n\2/g, '\n')
      .replace(/^(?: {4}|\t)\S.*$/gm, '')
      .replace(/^\s*\|.*$/gm, '')
      .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/\[([^\]]*)\]\[[^\]]*\]/g, '$1')
      .replace(/^\[[^\]]+\]:.*$/gm, '')
      .replace(/^\s{0,3}(?:#{1,6}|>|[-*+]|\d+\.)\s+/gm, '\n')
      .replace(/[*_`]{1,3}/g, '')
      .replace(/^[=~-]{3,}$/gm, ''),
  );
}

/** Leaves out scripts, styles and tags; blocks begin paragraphs. */
export function htmlParagraphs(content: string): string[] {
  const text = content
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<(script|style|svg|pre|code|nav)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<\/?(?:p|div|section|h[1-6]|li|ul|ol|br|tr|td|header|footer|article|button)\b[^>]*>/gi, '\n\n')
    .replace(/<[^>]{0,500}>/g, ' ')
    .replace(/\{\{[^}]*\}\}|\{%[^%]*%\}/g, ' ')
    .replace(/&(#x?[\da-f]{1,6}|\w{2,8});/gi, (_, name: string) => characterOf(name));
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter((paragraph) => /\p{L}{2}/u.test(paragraph));
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  mdash: '—',
  ndash: '–',
  copy: '©',
};
const codePointMax = 0x10ffff;

/** Returns the character that is named in HTML, or a space. */
function characterOf(name: string): string {
  if (!name.startsWith('#')) return entities[name] ?? ' ';
  const isHex = /^#x/i.test(name);
  const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10);
  return code > 0 && code <= codePointMax ? String.fromCodePoint(code).toWellFormed() : ' ';
}

/** Names under which products, pages and messages keep prose. */
const proseFields =
  /^(?:.*(?:description|summary|subtitle|tagline|content|body|text|excerpt|headline|caption|intro|about|message|bio|slogan)|title|name|label|quote|answer|question)$/i;
const proseCharactersMin = 24;
const depthMax = 12;

/** Reads prose out of data: fields that are named for it, and longer strings with several words. */
function valueParagraphs(value: unknown, field = '', depth = 0): string[] {
  if (depth > depthMax) return [];
  if (typeof value === 'string') return isProse(field, value) ? htmlParagraphs(value) : [];
  if (Array.isArray(value)) return value.flatMap((one) => valueParagraphs(one, field, depth + 1));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => valueParagraphs(one, name, depth + 1));
}

function isProse(field: string, value: string): boolean {
  if (/^(?:https?:|[\w./-]+$|data:)/.test(value)) return false;
  if (/\p{Script=Han}{6}/u.test(value)) return true;
  const words = value.trim().split(/\s+/).length;
  return words >= (proseFields.test(field) ? 3 : 6) && value.length >= proseCharactersMin;
}

/** Reads the cells that hold sentences. */
function csvParagraphs(content: string): string[] {
  const cells = content.match(/"(?:[^"]|"")*"|[^,\n]+/g) ?? [];
  return cells
    .map((cell) => cell.replace(/^"|"$/g, '').replace(/""/g, '"').trim())
    .filter((cell) => isProse('description', cell) && cell.split(/\s+/).length >= 5)
    .flatMap(htmlParagraphs);
}

/** Reads the prose of a manual page. */
function manualParagraphs(content: string): string[] {
  const text = content
    .replace(/^\.(?:\\".*|PP|P|LP|TP|IP.*|br|sp.*|fi|nf|RS.*|RE)$/gm, '\n\n')
    .replace(/^\.(?:TH|SH|SS).*$/gm, '\n\n')
    .replace(/^\.[A-Z]{1,2} /gm, '')
    .replace(/^\..*$/gm, '')
    .replace(/\\f[BIRP]|\\\(..|\\[&|~^%]/g, '')
    .replace(/\\-/g, '-');
  return htmlParagraphs(text);
}

function valueOrNull(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return null;
  }
}
