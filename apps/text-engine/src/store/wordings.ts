import { createHash } from 'node:crypto';
import type { Finding, LetPass, Wording } from '@redline/rule-engine/evaluate';
import type { Localized } from '@redline/rule-engine/pack';
import { LRUCache } from 'lru-cache';
import type { Db } from './tables.ts';

/** What is kept once for all checks it is said in: what a rule says of its findings, or why a hit was let pass. */
export type Saying = Wording | Localized;

/** A finding as its check keeps it. */
export type KeptFinding = Omit<Finding, 'wording'> & { readonly wordingId: string };
/** What was let pass as its check keeps it; what an older version let pass has no reason for people. */
export type KeptLetPass = Omit<LetPass, 'reason'> & { readonly wordingId?: string };

const ids = new WeakMap<Saying, string>();

/** The id of what is said follows from it, so packs whose rules say the same share it. */
export function wordingIdOf(saying: Saying): string {
  const known = ids.get(saying);
  if (known) return known;
  const said = JSON.stringify(isWording(saying) ? partsOf(saying) : saying);
  const id = createHash('sha256').update(said).digest('base64url').slice(0, 22);
  ids.set(saying, id);
  return id;
}

const isWording = (saying: Saying): saying is Wording => 'legalRef' in saying;
const partsOf = ({ category, suggestion, legalRef, tierReason, insert }: Wording) => [
  category,
  suggestion,
  legalRef,
  tierReason,
  insert,
];

export const keptOf = ({ wording, ...finding }: Finding): KeptFinding => ({
  ...finding,
  wordingId: wordingIdOf(wording),
});

export const keptLetPass = ({ reason, ...one }: LetPass): KeptLetPass => ({
  ...one,
  wordingId: wordingIdOf(reason),
});

/** What a check keeps of its findings and of what it let pass. */
interface Kept {
  readonly findings: readonly KeptFinding[];
  readonly considered: readonly KeptLetPass[];
}

/** Fills in what was said of both. */
export type Wordings = (
  kept: Kept,
) => Promise<{ readonly findings: Finding[]; readonly considered: LetPass[] }>;

/** Several packs' worth, at about a kilobyte each. */
const wordingsMax = 5_000;

/** Reads what was said, each once: it never changes. */
export function readWordings(db: Db): Wordings {
  const known = new LRUCache<string, Saying>({ max: wordingsMax });
  const sayingOf = <T extends Saying>(id: string): T => {
    const saying = known.get(id);
    if (!saying) throw new Error(`the wording ${id} is not kept`);
    return saying as T;
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
        wording: sayingOf<Wording>(wordingId),
      })),
      considered: considered.flatMap(({ wordingId, ...one }) =>
        wordingId === undefined ? [] : [{ ...one, reason: sayingOf<Localized>(wordingId) }],
      ),
    };
  };
}
