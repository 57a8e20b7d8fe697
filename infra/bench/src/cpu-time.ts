import { readdirSync, readFileSync } from 'node:fs';

/** The unit of times in /proc: 10 ms on every Linux that Node runs on (proc(5), sysconf(3)). */
const tickMs = 10;

/**
 * Reads the CPU time of the threads of a process that have a name. Node names worker threads `WorkerThread`, and those in
 * which V8 compiles and collects for all of them `V8Worker`.
 * @returns milliseconds, user and system
 */
export function threadMs(pid: number, name: string): number {
  let sum = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const folder = `/proc/${pid}/task/${thread}`;
    try {
      if (readFileSync(`${folder}/comm`, 'utf8').trim() === name) sum += readStat(folder)?.ownMs ?? 0;
    } catch {
      // The thread has ended.
    }
  }
  return sum;
}

interface Times {
  readonly parent: number;
  /** User and system time of the process itself, and of children that ended. */
  readonly ownMs: number;
  readonly endedChildrenMs: number;
}

/**
 * Reads the CPU time of processes and their children: a Postgres has one process for each connection.
 * @param processes from /proc, so Linux only
 * @returns milliseconds, user and system, by name
 */
export function cpuTimes(
  processes: readonly { readonly name: string; readonly pid: number }[],
): Map<string, number> {
  const all = timesOfAll();
  return new Map(
    processes.map(({ name, pid }) => {
      const root = all.get(pid);
      const children = [...all.values()].filter(({ parent }) => parent === pid);
      const childrenMs = children.reduce((sum, { ownMs }) => sum + ownMs, 0);
      return [name, (root?.ownMs ?? 0) + (root?.endedChildrenMs ?? 0) + childrenMs];
    }),
  );
}

function timesOfAll(): Map<number, Times> {
  const all = new Map<number, Times>();
  for (const folder of readdirSync('/proc')) {
    const pid = Number(folder);
    if (!Number.isInteger(pid)) continue;
    const stat = readStat(`/proc/${pid}`);
    if (stat) all.set(pid, stat);
  }
  return all;
}

/**
 * Parses `stat` of a process or a thread (proc(5)): the name in parentheses may have any characters, so fields are counted after it.
 */
function readStat(folder: string): Times | undefined {
  let text: string;
  try {
    text = readFileSync(`${folder}/stat`, 'utf8');
  } catch {
    // It has exited.
    return undefined;
  }
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [parent = 0, user = 0, system = 0, childUser = 0, childSystem = 0] = [1, 11, 12, 13, 14].map((at) =>
    Number(fields[at]),
  );
  return { parent, ownMs: (user + system) * tickMs, endedChildrenMs: (childUser + childSystem) * tickMs };
}
