import { isMap, isScalar, parseDocument, Scalar } from 'yaml';
import { type Block, blockOf, replaced, verbatim } from '../domain/copy.ts';

/** Fields of front matter that site generators show as the title and the description of the page. */
const shown: Readonly<Record<string, Block['kind']>> = {
  title: 'heading',
  description: 'text',
  summary: 'text',
  excerpt: 'text',
};

/**
 * Reads what is shown of a page's front matter; nothing where it is no YAML.
 * @param start offset of its first character behind the fence
 * @param end offset of the fence behind it
 */
export function readFrontMatter(file: string, start: number, end: number): readonly Block[] {
  const { contents, errors } = parseDocument(file.slice(start, end));
  if (errors.length > 0 || !isMap(contents)) return [];
  return contents.items.flatMap(({ key, value }) => {
    const kind = isScalar(key) ? shown[String(key.value)] : undefined;
    if (kind === undefined || !isScalar(value) || typeof value.value !== 'string' || !value.range) return [];
    const mark = value.type === Scalar.QUOTE_DOUBLE || value.type === Scalar.QUOTE_SINGLE ? 1 : 0;
    const from = start + value.range[0] + mark;
    const to = start + value.range[1] - mark;
    // What is folded or escaped stands for its whole range.
    const isAsWritten = file.slice(from, to) === value.value;
    return blockOf(kind, [isAsWritten ? verbatim(file, from, to) : replaced(value.value, from, to)]);
  });
}
