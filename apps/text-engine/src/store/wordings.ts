import { createHash } from 'node:crypto';
import type { Finding, LetPass } from '@redline/rule-engine/evaluate';
import type { Localized, Wording } from '@redline/rule-engine/pack';
import { LRUCache } from 'lru-cache';
import type { StoredConsidered, StoredFinding, StoredWording } from './stored-evaluation.ts';
import type { Db } from './tables.ts';

const ids = new WeakMap<StoredWording, string>();

/** The id of what is said follows from it, so packs whose rules say the same share it. */
export function wordingIdOf(wording: StoredWording): string {
  const known = ids.get(wording);
  if (known) return known;
  const said = JSON.stringify(isWording(wording) ? partsOf(wording) : wording);
  const id = createHash('sha256').update(said).digest('base64url').slice(0, 22);
  ids.set(wording, id);
  return id;
}

const isWording = (wording: StoredWording): wording is Wording => 'legalRef' in wording;
const partsOf = ({ category, suggestion, legalRef, tierReason, insert }: Wording) => [
  category,
  suggestion,
  legalRef,
  tierReason,
  insert,
];

export const storedFinding = ({ wording, ...finding }: Finding): StoredFinding => ({
  ...finding,
  wordingId: wordingIdOf(wording),
});

export const storedConsidered = ({ reason, ...one }: LetPass): StoredConsidered => ({
  ...one,
  wordingId: wordingIdOf(reason),
});

/** What a check keeps of its findings and of what it let pass. */
interface StoredEvaluation {
  readonly findings: readonly StoredFinding[];
  readonly considered: readonly StoredConsidered[];
}

/** Fills in what was said of both. */
export type Wordings = (
  stored: StoredEvaluation,
) => Promise<{ readonly findings: Finding[]; readonly considered: LetPass[] }>;

/** Several packs' worth, at about a kilobyte each. */
const wordingsMax = 5_000;

/** Reads what was said, each once: it never changes. */
export function readWordings(db: Db): Wordings {
  const known = new LRUCache<string, StoredWording>({ max: wordingsMax });
  const wordingOf = <T extends StoredWording>(id: string): T => {
    const wording = known.get(id);
    if (!wording) throw new Error(`the wording ${id} is not stored`);
    return wording as T;
  };
  return async ({ findings, considered }) => {
    const wanted = new Set([...findings, ...considered].flatMap(({ wordingId }) => wordingId ?? []));
    const unknown = [...wanted].filter((id) => !known.has(id));
    if (unknown.length > 0) {
      const rows = await db.selectFrom('wordings').selectAll().where('id', 'in', unknown).execute();
      for (const { id, wording } of rows) known.set(id, wording);
    }
    return {
      findings: findings.map(({ wordingId, ...finding }) => ({
        ...finding,
        wording: wordingOf<Wording>(wordingId),
      })),
      considered: considered.flatMap(({ wordingId, ...one }) =>
        wordingId === undefined ? [] : [{ ...one, reason: wordingOf<Localized>(wordingId) }],
      ),
    };
  };
}
