import { removeState, type StackState, stackProcess, writeState } from './state.ts';

type PidOf = () => number | undefined;

interface ServiceFacts {
  readonly pid: PidOf;
  readonly opsUrl: string;
  readonly databaseUrl: string;
}

/** Keeps the state file up to date while a stack starts, runs and restarts parts. */
export interface StackRecord {
  readonly set: (addresses: { readonly natsUrl: string }) => void;
  readonly add: (name: string, pid: PidOf) => void;
  readonly addService: (name: string, facts: ServiceFacts) => void;
  /** Adds health and metrics of what is no process of its own. */
  readonly addOps: (name: string, opsUrl: string) => void;
  /** Must be called when the id of a process has changed. */
  readonly write: () => void;
  readonly remove: () => void;
}

/**
 * Creates the record of a stack.
 * @param file is written at once, so that another start detects this one from its beginning
 */
export function stackRecord(file: string, apiUrl: string): StackRecord {
  const launcher = stackProcess('launcher', process.pid);
  const pids = new Map<string, PidOf>();
  const opsUrls: Record<string, string> = {};
  const databaseUrls: Record<string, string> = {};
  let natsUrl = '';
  const stateNow = (): StackState => ({
    launcher,
    apiUrl,
    natsUrl,
    databaseUrls,
    opsUrls,
    processes: [...pids].flatMap(([name, pidOf]) => {
      const pid = pidOf();
      return pid === undefined ? [] : [stackProcess(name, pid)];
    }),
  });
  const write = () => writeState(file, stateNow());
  const add = (name: string, pid: PidOf) => {
    pids.set(name, pid);
    write();
  };
  write();
  return {
    set(addresses) {
      natsUrl = addresses.natsUrl;
      write();
    },
    add,
    addService(name, { pid, opsUrl, databaseUrl }) {
      opsUrls[name] = opsUrl;
      databaseUrls[name] = databaseUrl;
      add(name, pid);
    },
    addOps(name, opsUrl) {
      opsUrls[name] = opsUrl;
      write();
    },
    write,
    remove: () => removeState(file),
  };
}
