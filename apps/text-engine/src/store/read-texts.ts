import { LRUCache } from 'lru-cache';
import type { StoredEvaluation, StoredTexts } from '../domain/stored-evaluation.ts';
import type { Db } from './tables.ts';

/** Reads the texts that an evaluation refers to, by the ids of wordings and precedents. Throws an Error where one is not stored. */
export type ReadTexts = (
  evaluation: Pick<StoredEvaluation, 'findings' | 'considered'>,
) => Promise<ReadonlyMap<string, StoredTexts>>;

/** Several packs' worth, at about a kilobyte each. */
const textsMax = 5_000;

/** Prepares the reading of texts; each is read once, since it never changes. */
export function textReader(db: Db): ReadTexts {
  const known = new LRUCache<string, StoredTexts>({ max: textsMax });
  return async ({ findings, considered }) => {
    const wanted = new Set([
      ...findings.flatMap(({ wordingId, precedentIds = [] }) => [wordingId, ...precedentIds]),
      ...considered.flatMap(({ wordingId }) => wordingId ?? []),
    ]);
    const found = new Map<string, StoredTexts>();
    for (const id of wanted) {
      const texts = known.get(id);
      if (texts) found.set(id, texts);
    }
    const unknown = [...wanted].filter((id) => !found.has(id));
    if (unknown.length === 0) return found;
    const rows = await db.selectFrom('wordings').selectAll().where('id', 'in', unknown).execute();
    for (const { id, wording } of rows) {
      known.set(id, wording);
      found.set(id, wording);
    }
    const missing = unknown.find((id) => !found.has(id));
    if (missing !== undefined) throw new Error(`the texts ${missing} are not stored`);
    return found;
  };
}
