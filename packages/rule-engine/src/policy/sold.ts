import type { Selection } from '../pack/dimensions.ts';
import type { PackMeta } from '../pack/meta-schema.ts';
import { thresholds } from './thresholds.ts';

/** What a text sells, as far as that is known. */
export interface Sold {
  /** The good that it certainly sells; null where that is open. */
  readonly certain: string | null;
  /** While it is open: what it may sell, the most probable first. Empty where nothing is likely. */
  readonly open: readonly string[];
}

/**
 * Says what a text sells: what its words make nearly certain; else the one of the goods of its place (the caller's vertical)
 * that is the most probable by far; else all that are likely.
 * @param sold probability of each good, by the reader
 * @param meta says which goods are sold in a place
 */
export function soldOf(
  sold: ReadonlyMap<string, number>,
  selection: Selection,
  { goods }: Pick<PackMeta, 'goods'>,
): Sold {
  const byProbability = [...sold].sort(([, a], [, b]) => b - a);
  const [first, most] = byProbability[0] ?? [null, 0];
  if (most >= thresholds.soldMin) return { certain: first, open: [] };
  const here = new Set(Object.entries(goods).flatMap(([name, by]) => by[selection[name] ?? ''] ?? []));
  const among = byProbability.filter(([good]) => here.has(good));
  const total = among.reduce((sum, [, probability]) => sum + probability, 0);
  const [likely, share] = among[0] ?? [null, 0];
  if (total > 0 && share / total >= thresholds.soldHereMin) return { certain: likely, open: [] };
  const open = byProbability.filter(([, probability]) => probability >= thresholds.soldOpenMin);
  return { certain: null, open: open.map(([good]) => good) };
}
