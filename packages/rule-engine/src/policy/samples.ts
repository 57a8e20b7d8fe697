import type { PolicyRow, Rule } from '../pack/pack.ts';

/** What a row for tests says; all else is as in a default row. */
interface SampleRow {
  readonly id: string;
  readonly claims?: readonly string[];
  readonly sold?: readonly string[];
  readonly beside?: readonly string[];
  readonly places?: Readonly<Record<string, readonly string[]>>;
  readonly outcome?: PolicyRow['outcome'];
  readonly topic?: string;
}

/** Makes a row for tests: a violation of `disease_claim` by `treats_disease` unless it says otherwise. */
export function sampleRow({
  id,
  outcome = 'violation',
  topic = 'disease_claim',
  ...said
}: SampleRow): PolicyRow {
  const places = new Map(Object.entries(said.places ?? {}).map(([name, values]) => [name, new Set(values)]));
  const rule = { id, topic, wordingId: id } as Rule;
  return {
    ...{ id, outcome, places, only: places, needs: null },
    claims: new Set(said.claims ?? ['treats_disease']),
    sold: new Set(said.sold),
    beside: new Set(said.beside),
    rule: outcome === 'lawful' ? null : rule,
  };
}
