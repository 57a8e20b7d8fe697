import type { Logger } from '../log/index.ts';

/** Runs `fn` again and again, never twice at the same time; a failure is logged and the next turn comes. */
export declare function startInterval(
  fn: (signal: AbortSignal) => Promise<void>,
  options: {
    readonly name: string;
    readonly everyMs: number;
    readonly jitter?: number;
    readonly log: Logger;
  },
): { readonly stop: () => Promise<void> };
