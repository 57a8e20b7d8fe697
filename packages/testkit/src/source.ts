/** Where a server may come from. */
export type Source = 'environment' | 'container' | 'local';

/** A server, wherever it is. One that must be killed and started again is a local one, from `start…`. */
export interface FoundServer {
  readonly kind: Source;
  /** Ends it and removes its temporary data, if it was started here. */
  readonly dispose: () => Promise<void>;
}

/** The sources of servers, in order of preference: what the environment names, then a container, then programs of this machine. */
export const testSources: readonly Source[] = ['environment', 'container', 'local'];

/**
 * Asks the sources in their order.
 * @returns the first server that one of them gives
 * @throws the error of a source that should have given one
 */
export async function firstOf<T>(
  sources: readonly Source[],
  open: Readonly<Record<Source, () => Promise<T | undefined>>>,
): Promise<T | undefined> {
  for (const source of sources) {
    const found = await open[source]();
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A server's origin in words. */
export function describeKind(kind: Source, variable: string): string {
  if (kind === 'environment') return `the one that ${variable} names`;
  return kind === 'container' ? 'a container' : 'a process of this machine';
}
