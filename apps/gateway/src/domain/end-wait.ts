import type { CallResult } from './saga.ts';

/** The operations by which the end of a record is awaited. */
export interface EndPorts<R> {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** Resolves with true once its end was announced, with false after `withinMs` without it. */
  readonly hasEnded: (withinMs: number) => Promise<boolean>;
  /** Returns the record if it has ended, otherwise undefined. */
  readonly readEnded: () => Promise<CallResult<R | undefined>>;
  /** True if the client has to be answered with what is known. */
  readonly mustAnswer: () => boolean;
}

export interface EndWaitLimits {
  /** How long a client waits. */
  readonly waitMs: number;
  readonly readEveryMs: number;
}

/** The limits of one wait. */
export interface OneWait extends EndWaitLimits {
  /** True if the record may have ended long ago, unheard: it is read before anything is waited for. */
  readonly readsFirst?: boolean;
}

export type EndWait<R> =
  | { readonly end: 'read'; readonly record: R }
  /** The time is up. */
  | { readonly end: 'waited' }
  /** The client had to be answered before. */
  | { readonly end: 'stopped' };

/**
 * Waits for the end of a record whose job was published. The announcement only saves time: the record is also read
 * every `readEveryMs`.
 * @returns how the wait ended. Failures of other services are not thrown: they count as a record that has not ended
 */
export async function awaitEnd<R>(
  ports: EndPorts<R>,
  { waitMs, readEveryMs, readsFirst = false }: OneWait,
): Promise<EndWait<R>> {
  const untilMs = ports.now() + waitMs;
  const early = readsFirst ? await readOf(ports) : undefined;
  if (early !== undefined) return { end: 'read', record: early };
  let isAnnounced = false;
  for (let leftMs = waitMs; leftMs > 0; leftMs = untilMs - ports.now()) {
    const pauseMs = Math.min(readEveryMs, leftMs);
    // Announced but not readable: the owner does not answer, and `hasEnded` would return at once.
    if (isAnnounced) await ports.wait(pauseMs);
    else isAnnounced = await ports.hasEnded(pauseMs);
    const record = await readOf(ports);
    if (record !== undefined) return { end: 'read', record };
    if (ports.mustAnswer()) return { end: 'stopped' };
  }
  return { end: 'waited' };
}

/** Returns the record if it has ended and its owner answers. */
export async function readOf<R>({ readEnded }: Pick<EndPorts<R>, 'readEnded'>): Promise<R | undefined> {
  const read = await readEnded();
  return read.end === 'answered' ? read.answer : undefined;
}
