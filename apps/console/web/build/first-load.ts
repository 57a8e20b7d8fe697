import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** A built script, as far as this cares. */
export interface Script {
  readonly fileName: string;
  readonly code: string;
  readonly isEntry: boolean;
  /** The scripts that it needs to run. */
  readonly imports: readonly string[];
  /** The scripts that it loads later. */
  readonly dynamicImports: readonly string[];
}

/** Returns scripts with all that they need to run. */
function withImports(from: readonly Script[], byName: ReadonlyMap<string, Script>): ReadonlySet<Script> {
  const found = new Set(from);
  // A set that grows while it is walked: what is added is walked too.
  for (const { imports } of found) {
    for (const name of imports) {
      const script = byName.get(name);
      if (script) found.add(script);
    }
  }
  return found;
}

/**
 * Returns how much a first visit loads at most, in bytes as they are sent, each script compressed by gzip: the entry, and
 * of what it loads next a language and a page, taken to be the two heaviest.
 */
export function firstLoadBytes(scripts: readonly Script[]): number {
  const byName = new Map(scripts.map((script) => [script.fileName, script]));
  const sizes = new Map(scripts.map(({ fileName, code }) => [fileName, gzipSync(code, { level: 9 }).length]));
  const sizeOf = (loaded: Iterable<Script>) =>
    [...loaded].reduce((sum, { fileName }) => sum + (sizes.get(fileName) ?? 0), 0);
  const entry = withImports(
    scripts.filter(({ isEntry }) => isEntry),
    byName,
  );
  const next = [...new Set([...entry].flatMap(({ dynamicImports }) => dynamicImports))].flatMap(
    (name) => byName.get(name) ?? [],
  );
  const pairs = next.flatMap((one) => next.map((other) => [one, other]));
  return Math.max(sizeOf(entry), ...pairs.map((pair) => sizeOf(withImports([...entry, ...pair], byName))));
}

/** A Vite plugin that says what a first visit loads, and fails the build above a limit. */
export function firstLoad({ limitBytes }: { readonly limitBytes: number }): Plugin {
  return {
    name: 'first-load',
    apply: 'build',
    generateBundle(_, bundle) {
      const scripts = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? [part] : []));
      const bytes = firstLoadBytes(scripts);
      const kilobytes = (bytes / 1_000).toFixed(1);
      const limit = limitBytes / 1_000;
      if (bytes > limitBytes)
        this.error(`a first visit loads ${kilobytes} kB of JavaScript, above ${limit} kB`);
      this.info(
        `a first visit loads at most ${kilobytes} kB of compressed JavaScript; the limit is ${limit} kB`,
      );
    },
  };
}
