import { blockOf, type Document, replaced, type Segment, type Source, verbatim } from '../domain/copy.ts';
import { InputError } from '../domain/input-error.ts';

/** A cell of a table, and where it stands in the file, without its quotation marks. */
interface Cell {
  readonly text: string;
  readonly segments: readonly Segment[];
}

/**
 * Reads columns of a table with a heading (RFC 4180): each cell is a document of its own. The parsers of the registry say
 * where a record is and not where a cell is, so this one reads the few rules itself.
 * @param columns names of the heading, or numbers from 1
 * @param isTabbed whether cells are divided by tabs; else by the commas or semicolons of the heading
 * @throws InputError for a column that the heading lacks, and for a quotation that does not end
 */
export function readCsv(file: string, columns: readonly string[], isTabbed = false): Source {
  const delimiter = isTabbed ? '\t' : delimiterOf(file);
  const [head = [], ...rows] = rowsOf(file, delimiter);
  const names = head.map(({ text }) => text.trim());
  const chosen = columns.map((column) => indexOf(column, names));
  const documents = rows.flatMap((row, number) =>
    chosen.flatMap((at): Document[] => {
      const blocks = blockOf('text', row[at]?.segments ?? []);
      return blocks.length > 0 ? [{ name: `row ${number + 2}, ${names[at] ?? at + 1}`, blocks }] : [];
    }),
  );
  return { documents, comments: [] };
}

function indexOf(column: string, names: readonly string[]): number {
  const named = names.indexOf(column);
  if (named >= 0) return named;
  const number = /^\d+$/.test(column) ? Number(column) - 1 : -1;
  if (number >= 0 && number < names.length) return number;
  throw new InputError(`there is no column "${column}"; the columns are: ${names.join(', ')}`);
}

/** Semicolons where the heading has more of them than commas, as some spreadsheets write. */
function delimiterOf(file: string): string {
  const head = /^[^\r\n]*/.exec(file)?.[0].replace(/"[^"]*"/g, '') ?? '';
  return head.split(';').length > head.split(',').length ? ';' : ',';
}

function rowsOf(file: string, delimiter: string): Cell[][] {
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  for (let at = 0; at < file.length; ) {
    const { cell, end } = file[at] === '"' ? quoted(file, at, delimiter) : plain(file, at, delimiter);
    row.push(cell);
    const isLast = file[end] !== delimiter;
    at = isLast ? end + (file.startsWith('\r\n', end) ? 2 : 1) : end + 1;
    // A file may end with a delimiter, behind which an empty cell stands.
    if (!isLast && at === file.length) row.push({ text: '', segments: [] });
    if (!isLast && at < file.length) continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

interface ReadCell {
  readonly cell: Cell;
  /** Offset of what ends the cell. */
  readonly end: number;
}

function plain(file: string, start: number, delimiter: string): ReadCell {
  let end = start;
  while (end < file.length && file[end] !== delimiter && file[end] !== '\n' && file[end] !== '\r') end++;
  const segments = end > start ? [verbatim(file, start, end)] : [];
  return { cell: { text: file.slice(start, end), segments }, end };
}

/** Reads a cell in quotation marks, of which two stand for one. */
function quoted(file: string, start: number, delimiter: string): ReadCell {
  const segments: Segment[] = [];
  for (let from = start + 1; ; ) {
    const mark = file.indexOf('"', from);
    if (mark < 0) throw new InputError(`the quotation mark at offset ${start} has no other`);
    if (mark > from) segments.push(verbatim(file, from, mark));
    if (file[mark + 1] === '"') {
      segments.push(replaced('"', mark, mark + 2));
      from = mark + 2;
      continue;
    }
    // What stands behind the mark belongs to no cell.
    const { end } = plain(file, mark + 1, delimiter);
    return { cell: { text: segments.map(({ text }) => text).join(''), segments }, end };
  }
}
