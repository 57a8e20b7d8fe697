import { findNodeAtLocation, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { blockOf, type Document, replaced, type Segment, type Source, verbatim } from '../domain/copy.ts';
import { InputError } from '../domain/input-error.ts';

/**
 * Reads fields of JSON lines: each is a document of its own. A line may lack a field, or have null in it.
 * @param fields names; one in another is written `product.title`
 * @throws InputError for a line that is no JSON, and for a field that is no string
 */
export function readJsonl(file: string, fields: readonly string[]): Source {
  const documents: Document[] = [];
  let number = 0;
  for (const { index, 0: line } of file.matchAll(/[^\n]*\n?/g)) {
    number++;
    if (line.trim() === '') continue;
    for (const field of fields) documents.push(...documentsOf(line, index, field, number));
  }
  return { documents, comments: [] };
}

function documentsOf(line: string, offset: number, field: string, number: number): readonly Document[] {
  const faults: ParseError[] = [];
  const root = parseTree(line, faults, { disallowComments: true });
  const [fault] = faults;
  if (fault || !root) {
    const what = fault ? printParseErrorCode(fault.error) : 'nothing is there';
    throw new InputError(`line ${number} is not JSON (${what})`);
  }
  const node = findNodeAtLocation(root, field.split('.').map(segmentOf));
  if (!node || node.type === 'null') return [];
  if (node.type !== 'string') throw new InputError(`line ${number}: "${field}" is no string`);
  const blocks = blockOf('text', unescaped(line, node.offset + 1, node.offset + node.length - 1, offset));
  return blocks.length > 0 ? [{ name: `line ${number}, ${field}`, blocks }] : [];
}

const segmentOf = (name: string): string | number => (/^\d+$/.test(name) ? Number(name) : name);

/** Says where the characters of a string stand; an escape (`\n`, `\u00e9`) stands for one of them. */
function unescaped(line: string, start: number, end: number, offset: number): Segment[] {
  const segments: Segment[] = [];
  for (const { index, 0: text } of line.slice(start, end).matchAll(/\\(?:u[\da-fA-F]{4}|.)|[^\\]+/g)) {
    const from = start + index;
    const isEscape = text.startsWith('\\');
    const segment = isEscape
      ? replaced(JSON.parse(`"${text}"`), from, from + text.length)
      : verbatim(line, from, from + text.length);
    segments.push({ ...segment, start: segment.start + offset, end: segment.end + offset });
  }
  return segments;
}
