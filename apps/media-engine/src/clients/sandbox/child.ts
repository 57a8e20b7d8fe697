/** Limits that the kernel enforces on a child. */
export interface ChildLimits {
  /** Limit of address space, which is more than a program touches. Node reserves too much of it for a limit to make sense. */
  readonly addressBytes?: number;
  /** Limit of memory that can be written, touched or not. Stacks of threads are 8 MB each, which bounds their number. */
  readonly dataBytes?: number;
  /** Limit of computing time, of all threads together; for a process that serves one call after the other there is none. */
  readonly cpuSeconds?: number;
  /** Limit of each file that it writes. */
  readonly fileBytes: number;
  readonly filesOpen: number;
}

/** A process to start for files of strangers. */
export interface Child {
  /** Searched for on the search path if it has no slash. */
  readonly program: string;
  readonly args: readonly string[];
  readonly limits: ChildLimits;
  /** Added to a search path, a UTF-8 locale and TMPDIR; the child gets no other environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Files and folders that it reads, besides those of the system and of programs. */
  readonly reads: readonly string[];
  /** Its working directory, and the only place where it writes; without it the child writes nothing. */
  readonly folder?: string | undefined;
  /** 0 is normal, 19 runs only when nothing else wants to. */
  readonly niceness: number;
}
