/** The walls between the children of this engine and the rest of the machine, as a child found them at the start. */
export interface Isolation {
  /** `none`: a child reaches no address, not even on this machine. */
  readonly network: 'none' | 'host';
  /** Environment and memory of the engine, where its secrets are. */
  readonly engine: 'hidden' | 'readable';
  /** `own`: a child opens only the files that its work needs. */
  readonly files: 'own' | 'host';
  /** `own`: a child sees and signals no process outside of its sandbox. */
  readonly processes: 'own' | 'host';
  /** `other`: a child runs as another user than the engine. */
  readonly user: 'other' | 'same';
  /** `filtered`: a child can start no process and make no system call that no decoder makes. */
  readonly systemCalls: 'filtered' | 'host';
  /** Limits of memory, computing time and files. */
  readonly limits: 'enforced' | 'none';
}

/** The isolation of children that are started as any other process. */
export const noIsolation: Isolation = {
  network: 'host',
  engine: 'readable',
  files: 'host',
  processes: 'host',
  user: 'same',
  systemCalls: 'host',
  limits: 'none',
};

/** The parts that an operator who requires the sandbox relies on; the rest makes these harder to get round. */
const required = ['network', 'engine', 'files', 'limits'] as const;

/** Returns what does not hold of what `SANDBOX=required` requires, such as `network: host`. */
export const missingOf = (isolation: Isolation): readonly string[] =>
  required
    .filter((part) => isolation[part] === noIsolation[part])
    .map((part) => `${part}: ${isolation[part]}`);
