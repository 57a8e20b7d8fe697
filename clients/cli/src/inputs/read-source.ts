import { extname } from 'node:path';
import type { Source } from '../domain/copy.ts';
import { InputError } from '../domain/input-error.ts';
import { readCsv } from './csv.ts';
import { readHtml } from './html.ts';
import { readJsonl } from './jsonl.ts';
import { readMarkdown } from './markdown.ts';
import { readText } from './text.ts';

export const inputTypes = ['text', 'markdown', 'html', 'csv', 'tsv', 'jsonl'] as const;
export type InputType = (typeof inputTypes)[number];

const extensions: Readonly<Record<string, InputType>> = {
  ...{ '.txt': 'text', '.text': 'text' },
  ...{ '.md': 'markdown', '.markdown': 'markdown' },
  ...{ '.html': 'html', '.htm': 'html' },
  ...{ '.csv': 'csv', '.tsv': 'tsv' },
  ...{ '.jsonl': 'jsonl', '.ndjson': 'jsonl' },
};

/** Columns and fields that are read of files of data. */
export interface Fields {
  /** Columns of tables. */
  readonly columns: readonly string[];
  /** Fields of JSON lines. */
  readonly fields: readonly string[];
}

/** The most characters of Markdown: a megabyte takes six seconds to read. */
const markdownMax = 2 * 1024 * 1024;

/** Returns the type of a file by its name; null for one that is not known. */
export const typeOfName = (path: string): InputType | null => extensions[extname(path).toLowerCase()] ?? null;

/** Lists the endings of files that are taken up from a folder: those with data only where it is said what to read of them. */
export function endingsOf({ columns, fields }: Fields): readonly string[] {
  const isRead = (type: InputType): boolean => {
    if (type === 'csv' || type === 'tsv') return columns.length > 0;
    return type !== 'jsonl' || fields.length > 0;
  };
  return Object.entries(extensions).flatMap(([ending, type]) => (isRead(type) ? [ending] : []));
}

/**
 * Reads the copy of a file.
 * @param file its text, without a byte order mark
 * @throws InputError for a file that is not of its type, and for data of which nothing is to be read
 */
export function readSource(file: string, type: InputType, { columns, fields }: Fields): Source {
  switch (type) {
    case 'markdown':
      if (file.length > markdownMax) throw new InputError('Markdown of more than 2 MB; divide the file');
      return readMarkdown(file);
    case 'html':
      return readHtml(file);
    case 'csv':
    case 'tsv':
      if (columns.length === 0) throw new InputError('say with --column which columns of the table to read');
      return readCsv(file, columns, type === 'tsv');
    case 'jsonl':
      if (fields.length === 0) throw new InputError('say with --field which fields of the lines to read');
      return readJsonl(file, fields);
    case 'text':
      return readText(file);
  }
}
