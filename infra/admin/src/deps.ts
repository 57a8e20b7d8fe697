import type { Bus } from '@redline/service-kit/bus';

/** The parts of a terminal that commands use. */
export interface Deps {
  /** Connects to the stack for the time of one command. */
  readonly withBus: <T>(use: (bus: Bus) => Promise<T>) => Promise<T>;
  /** Writes the answer of a command: one JSON object. */
  readonly print: (answer: object) => void;
  /** Tells a person how far a long command is; not part of its answer. */
  readonly note?: (sentence: string) => void;
  /** Asks a person and gives what was typed; undefined where nobody is there. */
  readonly confirm?: (question: string) => Promise<string | undefined>;
  /** How often a long command looks how far it is, in ms. */
  readonly pollMs?: number;
}
