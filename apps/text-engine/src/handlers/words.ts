import {
  idPrefixes,
  type Scope,
  type StoredWord,
  type WordCursor,
  wordMessageBytesMax,
  type wordRequests,
  wordsChangedBroadcast,
} from '@redline/contracts';
import { BusError, broadcast, type MessageContext, type RequestHandlers } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';
import type { Deps } from '../deps.ts';
import { foldedWord } from '../domain/words/custom-words.ts';
import { changeWord, type WordPatch } from '../store/change-word.ts';
import { deleteWord } from '../store/delete-word.ts';
import { insertWords, type NewWord } from '../store/insert-words.ts';
import { listWords } from '../store/list-words.ts';
import type { ScopeWords, WordRow } from '../store/word-change.ts';
import { readSwitch, setSwitch, usedWords } from '../store/word-switches.ts';

type Handlers = RequestHandlers<typeof wordRequests>;
type WordDeps = Pick<Deps, 'db' | 'bus'>;

const pageWordsMax = 1_000;

/** Everything that is asked about custom words. Who may write, and how many words, the asker has found out. */
export const wordHandlers = (deps: WordDeps): Handlers => ({
  create: create(deps),
  import: importMany(deps),
  change: change(deps),
  delete: remove(deps),
  list: list(deps),
  usage: async ({ accountId }) => ({ used: await usedWords(deps.db, accountId) }),
  readSwitch: async ({ scope, of }) => ({ enabled: await readSwitch(deps.db, scope, of) }),
  async setSwitch({ scope, of, enabled }) {
    await deps.db.transaction().execute((trx) => setSwitch(trx, { scope, of, enabled }));
    return { enabled };
  },
});

function create({ db, bus }: WordDeps): Handlers['create'] {
  return async ({ scope, wordLimit, word }, context) => {
    const { library, keyword, matchType, replacement, note, enabled } = word;
    const row = newWord({ keyword, replacement, note, enabled, match_type: matchType });
    const wanted = { scope, library, wordLimit, words: [row] };
    const { fresh, usedBefore, written } = await db.transaction().execute((trx) => insertWords(trx, wanted));
    if (fresh === 0) return { outcome: 'duplicate' };
    if (!written) return { outcome: 'limit_reached', used: usedBefore };
    tell(bus, scope, written, context);
    const { at } = written;
    return { outcome: 'created', word: shown({ ...row, library, created_at: at, updated_at: at }) };
  };
}

function importMany({ db, bus }: WordDeps): Handlers['import'] {
  return async ({ scope, wordLimit, library, items }, context) => {
    const words = firstOfEach(
      items.map((item) => newWord({ ...item, match_type: 'keyword', enabled: true })),
    );
    const wanted = { scope, library, wordLimit, words };
    const { fresh, inserted, written } = await db.transaction().execute((trx) => insertWords(trx, wanted));
    if (written) tell(bus, scope, written, context);
    return {
      total: items.length,
      imported: inserted,
      skippedDuplicate: items.length - fresh,
      rejectedQuota: fresh - inserted,
    };
  };
}

function change({ db, bus }: WordDeps): Handlers['change'] {
  return async ({ scope, id, change: { keyword, replacement, note, enabled } }, context) => {
    const patch: WordPatch = {
      ...(keyword !== undefined && { keyword, folded: foldedWord(keyword) }),
      ...(replacement !== undefined && { replacement }),
      ...(note !== undefined && { note }),
      ...(enabled !== undefined && { enabled }),
    };
    const done = await db.transaction().execute((trx) => changeWord(trx, { id, scope, patch }));
    if (done.outcome !== 'changed') return { outcome: done.outcome };
    tell(bus, scope, done.changed, context);
    return { outcome: 'changed', word: shown(done.word) };
  };
}

function remove({ db, bus }: WordDeps): Handlers['delete'] {
  return async ({ scope, id }, context) => {
    const changed = await db.transaction().execute((trx) => deleteWord(trx, { id, scope }));
    if (!changed) return { outcome: 'not_found' };
    tell(bus, scope, changed, context);
    return { outcome: 'deleted' };
  };
}

function list({ db }: WordDeps): Handlers['list'] {
  return async ({ scope, after }) => {
    const rows = await listWords(db, scope, { after, limit: pageWordsMax });
    const words = fitting(rows.map(shown));
    const isLast = words.length === rows.length && rows.length < pageWordsMax;
    return { words, next: isLast ? null : cursorOf(words.at(-1)) };
  };
}

const newWord = (word: Omit<NewWord, 'id' | 'folded'>): NewWord => ({
  ...word,
  id: createId(idPrefixes.word),
  folded: foldedWord(word.keyword),
});

function firstOfEach(words: readonly NewWord[]): NewWord[] {
  const seen = new Set<string>();
  return words.filter(({ folded }) => !seen.has(folded) && seen.add(folded));
}

/** As many words from the front as one message holds, at least one. */
function fitting(words: readonly StoredWord[]): StoredWord[] {
  let bytes = 0;
  const end = words.findIndex((word, index) => {
    bytes += Buffer.byteLength(JSON.stringify(word)) + 1;
    return index > 0 && bytes > wordMessageBytesMax;
  });
  return end < 0 ? [...words] : words.slice(0, end);
}

const cursorOf = (word: StoredWord | undefined): WordCursor | null =>
  word ? { createdAt: word.createdAt, id: word.id } : null;

const shown = (row: WordRow): StoredWord => ({
  id: row.id,
  keyword: row.keyword,
  matchType: row.match_type,
  replacement: row.replacement,
  note: row.note,
  enabled: row.enabled,
  library: row.library,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** Tells all replicas after the commit. It stands whether or not they hear of it: their next check finds out. */
function tell(bus: Deps['bus'], scope: Scope, { version, words }: ScopeWords, { log }: MessageContext): void {
  try {
    broadcast(bus, wordsChangedBroadcast, { scope, version, words });
  } catch (error) {
    if (!(error instanceof BusError)) throw error;
    log.warn({ err: error }, 'the news of changed words was not sent; the next check finds out');
  }
}
