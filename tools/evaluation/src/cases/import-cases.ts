import type { UsualLevel } from './case-names.ts';
import { type Case, caseSchema, type RawCase, rawCaseSchema } from './case-record.ts';
import { type CaseNames, faultsOf } from './check-cases.ts';
import { passageHash } from './hashes.ts';
import { issueOf, jsonLines } from './read-cases.ts';

/** A row that was not taken, and why. */
export interface Refusal {
  readonly line: number;
  readonly id: string;
  readonly reason: string;
}

/** What an import makes of the stored cases. */
export interface ImportedCases {
  /** All cases of the site afterwards, by id. */
  readonly cases: readonly Case[];
  readonly added: number;
  readonly changed: number;
  readonly refused: readonly Refusal[];
}

/** What an import needs to know of the site. */
export interface ImportSettings {
  readonly names: CaseNames;
  readonly levels: ReadonlyMap<string, UsualLevel>;
  /** Values for dimensions that rows leave out. */
  readonly unsaid: Readonly<Record<string, string>>;
  /** Ids whose texts must not change, because they measure. */
  readonly frozen: ReadonlySet<string>;
}

/**
 * Adds collected rows to the stored cases; a row with a known id takes its place. Importing a file twice changes nothing.
 * @param content one JSON object a line
 */
export function importCases(
  stored: readonly Case[],
  content: string,
  settings: ImportSettings,
): ImportedCases {
  const cases = new Map(stored.map((one) => [one.id, one]));
  const refused: Refusal[] = [];
  let added = 0;
  let changed = 0;
  for (const { line, value } of jsonLines(content)) {
    const { one, reason } = storedForm(value, settings);
    const known = one && cases.get(one.id);
    const other = one && [...cases.values()].find(({ id, text }) => text === one.text && id !== one.id);
    const refusal =
      reason ??
      (known && settings.frozen.has(one.id) && known.text !== one.text ? 'its text is frozen' : undefined) ??
      (other ? `${other.id} has the same text` : undefined);
    if (!one || refusal !== undefined) {
      refused.push({ line, id: idOf(value), reason: refusal ?? 'is not as expected' });
      continue;
    }
    if (!known) added += 1;
    else if (JSON.stringify(known) !== JSON.stringify(one)) changed += 1;
    cases.set(one.id, one);
  }
  const sorted = [...cases.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  return { cases: sorted, added, changed, refused };
}

function storedForm(value: unknown, settings: ImportSettings): { one?: Case; reason?: string } {
  const raw = rawCaseSchema.safeParse(value);
  if (!raw.success) return { reason: value === undefined ? 'is no JSON' : issueOf(raw.error) };
  const one = caseSchema.safeParse(fieldsOf(raw.data, settings));
  if (!one.success) return { reason: issueOf(one.error) };
  const [fault] = faultsOf(one.data, settings.names);
  return fault === undefined ? { one: one.data } : { reason: fault };
}

function fieldsOf(raw: RawCase, { names, levels, unsaid }: ImportSettings) {
  const { id, status, lawful, agency, date, who, series, product, sold, claim, outcome, law } = raw;
  const described = { id, status, lawful, agency, date, who, series, product, sold, claim, outcome, law };
  const dimensions = [...names.dimensions.keys()];
  return {
    ...described,
    place: Object.fromEntries(
      dimensions.map((name) => [name, raw[name] ?? (isVertical(name) ? raw['vertical'] : unsaid[name])]),
    ),
    text: raw.text,
    spans: raw.spans.map(({ quote, topic, types }) => ({
      quote,
      topic,
      types,
      ...(levels.get(topic) ?? { severity: 'medium', tier: null }),
    })),
    ...(raw.near && { near: raw.near }),
    ...(raw.why && { why: raw.why }),
    ...(raw.made && { made: raw.made }),
    ...(raw.twin && { twin: raw.twin }),
    source: raw.source
      ? { url: raw.source.url, opened: raw.source.opened, passageSha256: passageHash(raw.source.passage) }
      : null,
  };
}

/** The main site has several kinds of verticals; that of the industry is meant. */
const isVertical = (dimension: string): boolean =>
  dimension === 'vertical' || dimension === 'industryVertical';

const idOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : '?';
