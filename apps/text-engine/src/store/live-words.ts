import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Scope } from '@redline/contracts';
import type { Logger } from '@redline/service-kit/log';
import { LRUCache } from 'lru-cache';
import {
  type CustomMatcher,
  type CustomWord,
  compileWords,
  matcherOver,
  slicesOf,
  type WordPart,
} from '../domain/words/custom-words.ts';
import type { LoadedWords } from './load-words.ts';
import type { ScopeWords } from './word-change.ts';

/** The words of scopes as this replica has them, ready to search. */
export interface LiveWords {
  /**
   * The matcher of a scope's words as they were in `version`, or of a later one. Waits until it is built.
   * @throws what loading throws
   */
  readonly at: (scope: Scope, version: number) => Promise<CustomMatcher>;
  /** Hears that the words of a scope have changed, and builds them anew where a check would have to wait for that. */
  readonly changed: (scope: Scope, now: ScopeWords) => void;
  /** Bytes of what is kept. */
  readonly bytes: () => number;
}

export interface LiveWordsOptions {
  /** Reads what has changed since a version; everything since -1. */
  readonly load: (scope: Scope, since: number) => Promise<LoadedWords>;
  /** Past this the lists that were used longest ago are evicted. */
  readonly bytesMax: number;
  readonly log: Logger;
  /** Told of each build. */
  readonly onBuilt: (seconds: number) => void;
}

interface Built {
  readonly version: number;
  readonly buckets: ReadonlyMap<number, readonly WordPart[]>;
  readonly matcher: CustomMatcher;
  readonly bytes: number;
}

/** Each holds a database connection for a moment; the others wait. */
const buildsAtOnce = 4;
/** Lists up to this many words are built while a check waits and nobody notices; longer ones are built on the news. */
const smallWords = 1_000;
/** A build that began before the change is the first round, one that began after it the second. */
const roundsMax = 3;

/**
 * Keeps matchers by scope and version. Versions only grow and are read with the check, so nothing that was kept is ever
 * used after a change, whether or not the news of it came. Of one scope there is one build at a time; it compiles the
 * buckets that have changed, slice by slice, and checks go on in between.
 */
export function createLiveWords(options: LiveWordsOptions): LiveWords {
  const kept = new LRUCache<string, Built>({
    maxSize: options.bytesMax,
    sizeCalculation: ({ bytes }) => bytes,
  });
  const building = new Map<string, Promise<Built>>();
  const inTurn = createTurns(buildsAtOnce);

  const start = (name: string, scope: Scope): Promise<Built> => {
    const startedMs = performance.now();
    const running = inTurn(() => build(options, scope, kept.peek(name)))
      .then((built) => {
        kept.set(name, built);
        options.onBuilt((performance.now() - startedMs) / 1000);
        return built;
      })
      .finally(() => building.delete(name));
    building.set(name, running);
    return running;
  };

  const at: LiveWords['at'] = async (scope, version) => {
    const name = nameOf(scope);
    for (let round = 0; round < roundsMax; round++) {
      const found = kept.get(name);
      if (found && found.version >= version) return found.matcher;
      const built = await (building.get(name) ?? start(name, scope));
      if (built.version >= version) return built.matcher;
    }
    throw new Error(`the words of a scope are behind version ${version}, which a check has read`);
  };

  return {
    at,
    changed(scope, { version, words }) {
      const found = kept.peek(nameOf(scope));
      if (found ? found.version >= version : words <= smallWords) return;
      at(scope, version).catch((error: unknown) =>
        options.log.warn({ err: error }, 'changed words could not be built; the next check builds them'),
      );
    },
    bytes: () => kept.calculatedSize,
  };
}

const nameOf = ({ accountId, siteId, tenantId }: Scope) => `${accountId} ${siteId} ${tenantId}`;

/** @param before what is kept of the scope; its buckets serve again where nothing has changed */
async function build({ load }: LiveWordsOptions, scope: Scope, before: Built | undefined): Promise<Built> {
  const loaded = await load(scope, before?.version ?? -1);
  const buckets = new Map<number, readonly WordPart[]>();
  for (const [bucket, words] of loaded.buckets) {
    buckets.set(bucket, words ? await compileInSlices(words) : (before?.buckets.get(bucket) ?? []));
  }
  const parts = [...buckets.values()].flat();
  return { version: loaded.version, buckets, matcher: matcherOver(parts), bytes: bytesOf(parts) };
}

async function compileInSlices(words: readonly CustomWord[]): Promise<readonly WordPart[]> {
  const parts: WordPart[] = [];
  for (const slice of slicesOf(words)) {
    await nextTurn();
    parts.push(...compileWords(slice));
  }
  return parts;
}

/** The hot loop's own table of a set (see the README of the matcher). */
const tableBytes = 131_072;
/** An entry of a list and, where there is something to say, an object with two strings. */
const entryBytes = 8;
const detailBytes = 56;

function bytesOf(parts: readonly WordPart[]): number {
  const texts = parts
    .flatMap(({ details }) => details)
    .map(({ replacement, note }) => {
      const units = (replacement?.length ?? 0) + (note?.length ?? 0);
      return entryBytes + (units > 0 ? detailBytes + 2 * units : 0);
    });
  const tables = parts.map(({ set }) => set.byteLength + tableBytes);
  return [...tables, ...texts].reduce((sum, bytes) => sum + bytes, 1);
}

/** Lets so many run at the same time; who comes later waits in line. */
function createTurns(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = count;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
