import { precedentLocale } from '@redline/contracts';
import { type RawPrecedent, rawPrecedentSchema } from '@redline/rule-engine/pack';
import type { Case } from './case-record.ts';
import { sha256 } from './hashes.ts';
import { isUndecided } from './undecided.ts';

/**
 * Makes precedents of the cases that someone opened and that were held unlawful, in the order of their ids. Pages that
 * state a rule or a complaint, and decide on nobody's copy, are no precedents. Neither the
 * restated copy nor the respondent's name is among them. A case that says the same as one before it is left out, and so is
 * one that no precedent can be made of, such as one whose page has no web address.
 * @param known those made before: their claims in other languages stay as long as the English one does
 */
export function precedentsOf(cases: readonly Case[], known: readonly RawPrecedent[]): RawPrecedent[] {
  const claims = new Map(known.map(({ id, claim }) => [id, claim]));
  const made = cases.flatMap((one) => precedentOf(one, claims.get(one.id)) ?? []);
  const shown = ({ agency, date, claim, outcome, link }: RawPrecedent) =>
    JSON.stringify([agency, date, claim[precedentLocale], outcome, link]);
  const once = new Map(made.toReversed().map((row) => [shown(row), row]));
  return [...once.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function precedentOf(one: Case, known: RawPrecedent['claim'] | undefined): RawPrecedent | null {
  const { id, agency, date, sold, claim, outcome, source } = one;
  if (one.status !== 'opened' || one.lawful || !claim || !outcome || !source) return null;
  if (isUndecided(claim, outcome)) return null;
  const distinct = (names: readonly string[]): string[] => [...new Set(names)];
  const parsed = rawPrecedentSchema.safeParse({
    id,
    agency,
    date,
    topics: distinct(one.spans.map(({ topic }) => topic)),
    claims: distinct(one.spans.flatMap(({ types }) => types)),
    sold,
    where: Object.fromEntries(Object.entries(one.place).filter(([name]) => isKindOfGoods(name))),
    respondent: sha256(respondentOf(one, source.url)).slice(0, 12),
    claim: { ...(known?.[precedentLocale] === claim ? known : {}), [precedentLocale]: claim },
    outcome,
    link: source.url,
  });
  return parsed.success ? parsed.data : null;
}

/** The dimensions that say what is sold; others say where it is published. */
const isKindOfGoods = (dimension: string): boolean =>
  dimension === 'vertical' || dimension === 'industryVertical';

/** The ways in which rows say that a respondent was not named; such ones are told apart by their pages. */
const unnamed = /^(?:-|未点名|unnamed|not named|(?:an? )?(?:online|web) ?(?:shop|seller|store)s?)$/i;

const respondentOf = ({ who }: Case, page: string): string =>
  who == null || unnamed.test(who.trim()) ? page : who.normalize('NFKC').trim().toLowerCase();
