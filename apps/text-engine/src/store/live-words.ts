import type { Scope } from '@redline/contracts';
import type { Term, WordSet } from '@redline/matcher';
import type { Logger } from '@redline/service-kit/log';
import { LRUCache } from 'lru-cache';
import {
  type CustomMatcher,
  detailsOf,
  matcherOver,
  termsOf,
  type WordDetails,
} from '../domain/custom-words.ts';
import type { LoadedWords } from './load-words.ts';
import type { ScopeWords } from './word-change.ts';

/** The words of scopes as this replica has them, ready to search. */
export interface LiveWords {
  /**
   * The matcher of a scope's words as they were in `version`, or of a later one. Waits until it is built.
   * @throws what loading or compiling throws
   */
  readonly at: (scope: Scope, version: number) => Promise<CustomMatcher>;
  /** Hears that the words of a scope have changed, and builds them anew where a check would have to wait for that. */
  readonly changed: (scope: Scope, now: ScopeWords) => void;
  /** Bytes of what is kept. */
  readonly bytes: () => number;
}

export interface LiveWordsOptions {
  readonly load: (scope: Scope) => Promise<LoadedWords>;
  readonly compile: (terms: readonly Term[]) => Promise<readonly WordSet[]>;
  /** What was used longest ago is let go past this. */
  readonly bytesMax: number;
  readonly log: Logger;
  /** Told of each build. */
  readonly onBuilt: (seconds: number) => void;
}

interface Built {
  readonly version: number;
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
 * used after a change, whether or not the news of it came. Of one scope there is one build at a time.
 */
export function createLiveWords(options: LiveWordsOptions): LiveWords {
  const kept = new LRUCache<string, Built>({
    maxSize: options.bytesMax,
    sizeCalculation: ({ bytes }) => bytes,
  });
  const building = new Map<string, Promise<Built>>();
  const inTurn = createTurns(buildsAtOnce);

  const start = (name: string, scope: Scope): Promise<Built> => {
    const running = inTurn(() => build(options, scope))
      .then((built) => {
        kept.set(name, built);
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

async function build({ load, compile, onBuilt }: LiveWordsOptions, scope: Scope): Promise<Built> {
  const startedMs = performance.now();
  const { version, words } = await load(scope);
  const sets = await compile(termsOf(words));
  const details = detailsOf(words);
  onBuilt((performance.now() - startedMs) / 1000);
  return { version, matcher: matcherOver(sets, details), bytes: bytesOf(sets, details) };
}

/** The hot loop's own table of a set (see the README of the matcher). */
const tableBytes = 131_072;
/** An entry of a list and, where there is something to say, an object with two strings. */
const entryBytes = 8;
const detailBytes = 56;

function bytesOf(sets: readonly WordSet[], details: readonly WordDetails[]): number {
  const tables = sets.reduce((sum, set) => sum + set.byteLength + tableBytes, 0);
  const texts = details.reduce((sum, { replacement, note }) => {
    const units = (replacement?.length ?? 0) + (note?.length ?? 0);
    return sum + entryBytes + (units > 0 ? detailBytes + 2 * units : 0);
  }, 0);
  return 1 + tables + texts;
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
