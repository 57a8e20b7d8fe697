import { createHash } from 'node:crypto';
import { type LocalizedPrecedent, precedentLocale } from '@redline/contracts';
import { z } from 'zod';
import { faultOfValues } from './dimensions.ts';
import type { PackMeta } from './meta-schema.ts';
import type { Precedent } from './pack.ts';
import { wordsOfClaim } from './precedent-words.ts';
import { type PackFault, type PackSource, placeIn, read } from './read-source.ts';

/** First year whose cases stay out of packs: they measure the engine in other hands. */
const decidedBeforeYear = 2025;

/** A day, a month or a year. */
const date = z
  .string()
  .regex(/^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/, 'YYYY, YYYY-MM or YYYY-MM-DD')
  .refine((day) => Number(day.slice(0, 4)) < decidedBeforeYear, `is not before ${decidedBeforeYear}-01-01`);

const name = z.string().regex(/^[a-z][a-z0-9_]*$/);

/** A row of `precedents.jsonl`. */
export const rawPrecedentSchema = z
  .object({
    /** Id of the case. */
    id: z.string().regex(/^[a-z]+-\d{4,5}$/),
    agency: z.string().min(2).max(200),
    date,
    topics: z.array(name).min(1),
    /** Claim types. */
    claims: z.array(name),
    sold: name,
    where: z.record(z.string()),
    respondent: z.string().regex(/^[0-9a-f]{12}$/),
    /** One restated sentence in each locale that there is. */
    claim: z
      .record(z.string().min(5).max(300))
      .refine((texts) => texts[precedentLocale] !== undefined, `lacks ${precedentLocale}`),
    outcome: z.string().min(2).max(200),
    link: z
      .string()
      .max(500)
      .url()
      .refine((link) => /^https?:\/\//.test(link), 'is neither an http nor an https address'),
  })
  .strict();

export type RawPrecedent = z.infer<typeof rawPrecedentSchema>;

/** The parts of a pack that precedents refer to. */
interface PrecedentSurroundings {
  readonly meta: Pick<PackMeta, 'dimensions'>;
  readonly topics: ReadonlySet<string>;
}

/**
 * Reads the precedents of a pack, by topic, the newest first.
 * @param source rows; null for a pack that has none
 */
export function readPrecedents(
  source: PackSource | null,
  around: PrecedentSurroundings,
  faults: PackFault[],
): ReadonlyMap<string, readonly Precedent[]> {
  const rows = (source && read(source, z.array(rawPrecedentSchema), faults)) ?? [];
  const seen = new Set<string>();
  const byTopic = new Map<string, Precedent[]>();
  for (const [at, row] of rows.entries()) {
    const precedent = precedentOf(row);
    for (const reason of faultsOf(row, precedent, seen, around))
      if (source) faults.push({ ...placeIn(source, [at]), reason });
    for (const topic of row.topics) byTopic.set(topic, [...(byTopic.get(topic) ?? []), precedent]);
  }
  for (const of of byTopic.values()) of.sort(newestFirst);
  return byTopic;
}

function faultsOf(
  { id, topics, where }: RawPrecedent,
  precedent: Precedent,
  seen: Set<string>,
  around: PrecedentSurroundings,
): string[] {
  const twice = [id, precedent.id].filter((one) => seen.has(one)).slice(0, 1);
  seen.add(id).add(precedent.id);
  const misplaced = faultOfValues(
    Object.fromEntries(Object.entries(where).map(([dimension, value]) => [dimension, [value]])),
    around.meta,
  );
  return [
    ...twice.map((one) => (one === id ? `"${id}" is defined twice` : `${id} says the same as another`)),
    ...(new Set(topics).size < topics.length ? [`${id} names a topic twice`] : []),
    ...topics
      .filter((topic) => !around.topics.has(topic))
      .map((topic) => `${id}: there is no topic "${topic}"`),
    ...(misplaced === null ? [] : [`${id}: ${misplaced}`]),
  ];
}

function precedentOf({
  agency,
  date: decided,
  claim,
  outcome,
  link,
  respondent,
  sold,
  where,
}: RawPrecedent): Precedent {
  const texts = { agency, date: decided, claim, outcome, link };
  return {
    id: precedentIdOf(texts),
    texts,
    respondent,
    sold,
    where,
    words: wordsOfClaim(Object.values(claim).join(' ')),
  };
}

/**
 * Derives the id of a precedent from its texts, as ids of wordings are: the first 22 characters of a base64url SHA-256.
 * Records refer to it for ever, so neither the order of the parts nor their JSON may change.
 */
export function precedentIdOf({ agency, date: decided, claim, outcome, link }: LocalizedPrecedent): string {
  const parts = ['precedent', agency, decided, claim, outcome, link];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}

/** A year is as old as its first day. */
function newestFirst({ texts: a, id: one }: Precedent, { texts: b, id: other }: Precedent): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1;
  return one < other ? -1 : Number(one > other);
}
