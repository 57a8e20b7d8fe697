import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Finding, Wording } from '../domain/evaluation.ts';
import type { Db } from './tables.ts';

/** A finding as its check keeps it: what its rule says is kept once for all findings that say the same. */
export type KeptFinding = Omit<Finding, 'wording'> & { readonly wordingId: string };

const ids = new WeakMap<Wording, string>();

/** The id of a wording follows from what it says, so packs whose rules say the same share it. */
export function wordingIdOf(wording: Wording): string {
  const known = ids.get(wording);
  if (known) return known;
  const { category, suggestion, legalRef, tierReason, insert } = wording;
  const said = JSON.stringify([category, suggestion, legalRef, tierReason, insert]);
  const id = createHash('sha256').update(said).digest('base64url').slice(0, 22);
  ids.set(wording, id);
  return id;
}

export const keptOf = ({ wording, ...finding }: Finding): KeptFinding => ({
  ...finding,
  wordingId: wordingIdOf(wording),
});

/** Fills in what the rules said of findings. */
export type Wordings = (findings: readonly KeptFinding[]) => Promise<Finding[]>;

/** Several packs' worth, at about a kilobyte each. */
const wordingsMax = 5_000;

/** Reads wordings, each once: they never change. */
export function readWordings(db: Db): Wordings {
  const known = new LRUCache<string, Wording>({ max: wordingsMax });
  return async (findings) => {
    const wanted = [...new Set(findings.map(({ wordingId }) => wordingId))];
    const unknown = wanted.filter((id) => !known.has(id));
    if (unknown.length > 0) {
      const rows = await db.selectFrom('wordings').selectAll().where('id', 'in', unknown).execute();
      for (const { id, wording } of rows) known.set(id, wording);
    }
    return findings.map(({ wordingId, ...finding }) => {
      const wording = known.get(wordingId);
      if (!wording) throw new Error(`the wording ${wordingId} is not kept`);
      return { ...finding, wording };
    });
  };
}
