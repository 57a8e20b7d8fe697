import type { FindRisks } from '../domain/check-copy.ts';
import { InputError } from '../domain/input-error.ts';
import type { CopyPlace } from '../domain/result.ts';
import { withPlatform } from '../domain/sites.ts';
import { type OpenEngine, openEngine } from '../engine/open-engine.ts';
import type { Server } from '../server/server.ts';

/** Finds the risks of texts of any place. */
export interface Judges {
  readonly findRisksAt: (place: CopyPlace) => Promise<FindRisks>;
  /** Lists the packs or servers that have judged so far, for the output. */
  readonly judgedBy: () => readonly string[];
  /** Number of files that are judged at the same time. */
  readonly width: number;
}

/** A server's address and the name of the environment variable with its key, where it is not one of `keyNames`. */
export interface ServerOptions {
  readonly server?: string;
  readonly keyEnv?: string;
}

/** Environment variables with the key: that of the guides and clients, and the name that it had here first. */
const keyNames = ['REDLINE_API_KEY', 'REDLINE_KEY'] as const;

/** Checks that wait for a server; its limit is 60 submissions a minute. */
const serverWidth = 4;

/**
 * Returns what judges: the server where one is named, else the engine in this process, opened when a site needs it.
 * @throws InputError for an address that is none, and for a missing key
 */
export function judgesOf(options: ServerOptions, env: NodeJS.ProcessEnv = process.env): Judges {
  const server = serverOf(options, env);
  if (server === null) return embeddedJudges();
  return {
    async findRisksAt(place) {
      // Loaded here alone: without a server the client would only slow the start down.
      const { findRisksBy } = await import('../server/find-risks.ts');
      return findRisksBy(server, withPlatform(place));
    },
    judgedBy: () => [new URL(server.url).origin],
    width: serverWidth,
  };
}

/**
 * Returns the server that is named, with its key; null where none is.
 * @throws InputError for an address that is none, for a missing key, and for one that no header can have
 */
export function serverOf({ server, keyEnv }: ServerOptions, env: NodeJS.ProcessEnv): Server | null {
  if (server === undefined) return null;
  if (!/^https?:\/\//.test(server) || !URL.canParse(server)) {
    throw new InputError(`--server takes an http or https URL, not "${server}"`);
  }
  const isSet = (candidate: string) => Boolean(env[candidate]?.trim());
  const name = keyEnv ?? keyNames.find(isSet) ?? keyNames[0];
  const key = env[name]?.trim();
  if (!key)
    throw new InputError(
      `the environment variable ${name} has no key for the server; --key-env names another`,
    );
  // Unsaid, it would be shown in the error of the request.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new InputError(`the environment variable ${name} has characters in it that no key has`);
  }
  return { url: server.replace(/\/+$/, ''), key };
}

function embeddedJudges(): Judges {
  const engines = new Map<string, OpenEngine>();
  return {
    async findRisksAt(place) {
      const engine = engines.get(place.site) ?? (await openEngine(place.site));
      engines.set(place.site, engine);
      return engine.findRisks(place);
    },
    judgedBy: () => [...engines.values()].map(({ version }) => version),
    width: 1,
  };
}
