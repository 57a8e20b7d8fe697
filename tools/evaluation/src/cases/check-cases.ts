import type { ClaimTypes } from '@redline/training/claim-types';
import { type Case, decidedBefore } from './case-record.ts';
import type { CaseFault, PlacedCase } from './read-cases.ts';

/** The names that a site's cases may use. */
export interface CaseNames {
  readonly site: string;
  readonly topics: ReadonlySet<string>;
  /** Values of each dimension that every case must have. */
  readonly dimensions: ReadonlyMap<string, readonly string[]>;
  readonly claims: ClaimTypes;
}

/** Finds what is wrong with the cases of a site, beyond their shape. */
export function faultsOfCases(cases: readonly PlacedCase[], names: CaseNames): CaseFault[] {
  const ids = new Set<string>();
  const texts = new Set<string>();
  return cases.flatMap(({ file, line, one }) => {
    const reasons = faultsOf(one, names);
    if (ids.has(one.id)) reasons.push(`${one.id} is there twice`);
    if (texts.has(one.text)) reasons.push('the text is there twice');
    ids.add(one.id);
    texts.add(one.text);
    return reasons.map((reason) => ({ file, line, reason }));
  });
}

/** Returns what is wrong with one case, a sentence each. */
export function faultsOf(one: Case, { site, topics, dimensions, claims }: CaseNames): string[] {
  const reasons: string[] = [];
  const expect = (holds: boolean, reason: string): void => void (holds || reasons.push(reason));
  expect(one.id.startsWith(`${site}-`), `${one.id} is no id of ${site}`);
  expect(one.date < decidedBefore, `${one.date} is not before ${decidedBefore}`);
  expect(claims.sold.has(one.sold), `"${one.sold}" is no kind of thing sold`);
  expect(one.status !== 'opened' || one.source !== null, 'an opened case has a source');
  expect(one.lawful || Boolean(one.claim), 'a violating text has a claim');
  expect(one.lawful === (one.spans.length === 0), 'a violating text has spans, a lawful one has none');
  for (const { quote, topic } of one.spans) {
    expect(one.text.includes(quote), `the text does not say ${JSON.stringify(quote)}`);
    expect(topics.has(topic), `"${topic}" is no topic`);
  }
  if (one.near) expect(topics.has(one.near), `"${one.near}" is no topic`);
  for (const type of [...one.spans.flatMap(({ types }) => types), ...(one.made ?? [])])
    expect(claims.types.has(type), `"${type}" is no claim type`);
  for (const [name, values] of dimensions)
    expect(
      values.includes(one.place[name] ?? ''),
      `${name} "${one.place[name] ?? ''}" is none of ${values.join(', ')}`,
    );
  for (const name of Object.keys(one.place)) expect(dimensions.has(name), `"${name}" is no dimension`);
  return reasons;
}
