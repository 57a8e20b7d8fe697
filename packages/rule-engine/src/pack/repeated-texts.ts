import { textFields } from './named-texts.ts';
import { type PackFault, type PackSource, type Path, type Place, placeIn } from './read-source.ts';

/** Fields whose text stands once in a pack; `reason` is that of an exemption. */
const fieldsOnce: ReadonlySet<string> = new Set([...textFields, 'reason']);

interface Found {
  /** The text, which must not be stated twice. */
  readonly key: string;
  /** The name of its kind, for a message. */
  readonly what: string;
  readonly place: Place;
}

/**
 * Returns a fault for every text that stands in a pack already: texts that are said to people, names of laws, and
 * articles of one law.
 */
export function repeatedTexts(sources: readonly PackSource[]): PackFault[] {
  const first = new Map<string, Place>();
  const faults: PackFault[] = [];
  for (const { key, what, place } of sources.flatMap(textsIn)) {
    const known = first.get(key);
    if (known) faults.push({ ...place, reason: `${what} stands in ${known.file}:${known.line} already` });
    else first.set(key, place);
  }
  return faults;
}

/** Returns a fault for every text of `texts` whose name none of the sources uses. */
export function unusedTexts(texts: PackSource | null, sources: readonly PackSource[]): PackFault[] {
  const named = isRecord(texts?.data) ? texts.data.texts : null;
  if (!texts || !isRecord(named)) return [];
  const used = new Set(sources.flatMap(namesIn));
  return Object.keys(named)
    .filter((name) => !used.has(name))
    .map((name) => ({ ...placeIn(texts, ['texts', name]), reason: `no rule and no label uses "${name}"` }));
}

function textsIn(source: PackSource): Found[] {
  const found: Found[] = [];
  const add = (what: string, text: unknown, path: Path): void => {
    found.push({ key: `${what}\0${JSON.stringify(text)}`, what, place: placeIn(source, path) });
  };
  visit(source.data, [], (value, path) => {
    const [field, parent] = [path.at(-1), path.at(-2)];
    if (isRecord(value) && (parent === 'texts' || (typeof field === 'string' && fieldsOnce.has(field))))
      add('the text', value, path);
    if (path.length !== 2 || !isRecord(value)) return;
    if (parent === 'laws' || parent === 'citations') {
      if (value.name !== undefined) add('the name of the law', value.name, [...path, 'name']);
      if (value.article !== undefined) add('the article', [value.law ?? value.name, value.article], path);
    }
  });
  return found;
}

function namesIn({ data }: PackSource): string[] {
  const names: string[] = [];
  visit(data, [], (value, path) => {
    const field = path.at(-1);
    if (typeof value === 'string' && typeof field === 'string' && fieldsOnce.has(field)) names.push(value);
  });
  return names;
}

function visit(value: unknown, path: Path, see: (value: unknown, path: Path) => void): void {
  see(value, path);
  if (Array.isArray(value)) for (const [at, item] of value.entries()) visit(item, [...path, at], see);
  else if (isRecord(value)) for (const [key, item] of Object.entries(value)) visit(item, [...path, key], see);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
