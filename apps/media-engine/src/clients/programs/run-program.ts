import { type ChildProcess, spawn } from 'node:child_process';
import { ProgramError } from './program-error.ts';

/** Limits of a program that reads files of strangers. */
export interface ProgramLimits {
  readonly timeoutMs: number;
  readonly cpuSeconds: number;
  /** Limit of address space, which is more than a program touches. */
  readonly memoryBytes: number;
  /** Limit of each file that it writes. */
  readonly fileBytes: number;
  /** Limit of standard output; standard error is cut at 64 KiB. */
  readonly outputBytes: number;
}

export interface ProgramRun {
  /** Searched for on the search path if it has no slash. */
  readonly program: string;
  readonly args: readonly string[];
  readonly limits: ProgramLimits;
  /** Added to the search path and a UTF-8 locale; the program gets no other part of the environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Its working directory, where it writes files. */
  readonly cwd?: string;
}

export interface ProgramResult {
  readonly stdout: Buffer;
  readonly stderr: string;
}

const filesOpenMax = 64;
const stderrBytesMax = 65_536;

/**
 * Runs a program to its end, in a process of its own with limits of time, memory, files and output. The kernel enforces
 * memory, CPU time and files (`prlimit`), on Linux only.
 * @throws ProgramError; the signal's reason
 */
export type RunProgram = (run: ProgramRun) => Promise<ProgramResult>;

/** The scheduling priority of programs. */
export interface Priority {
  /** 0 is normal, 19 runs only when nothing else wants to. */
  readonly niceness: number;
  /** Factor of timeouts, because programs of low priority wait for the CPU; the limit of CPU time stays. */
  readonly timeoutFactor: number;
}

/** The priority of work that a client waits for. */
export const normalPriority: Priority = { niceness: 0, timeoutFactor: 1 };

/** @param searchPath the folders of programs, in the form of PATH */
export const programRunner = (
  searchPath: string,
  { niceness, timeoutFactor } = normalPriority,
): RunProgram => {
  return async (requested) => {
    requested.signal.throwIfAborted();
    const timeoutMs = requested.limits.timeoutMs * timeoutFactor;
    const run = { ...requested, limits: { ...requested.limits, timeoutMs } };
    const [command, args] = limited(run, niceness);
    const env = { PATH: searchPath, LC_ALL: 'C.UTF-8', ...run.env };
    return endOf(run, spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env, cwd: run.cwd }));
  };
};

function endOf(run: ProgramRun, child: ChildProcess): Promise<ProgramResult> {
  const out = collect(child, run.limits.outputBytes);
  return new Promise((resolve, reject) => {
    // Settles only after the process has ended, because the caller then removes the folder that it writes to.
    let isLate = false;
    const stop = () => child.kill('SIGKILL');
    run.signal.addEventListener('abort', stop, { once: true });
    const timer = setTimeout(() => {
      isLate = true;
      stop();
    }, run.limits.timeoutMs);
    // On exit, not on close: processes that it started may keep its output open.
    child.once('exit', () => {
      if (run.signal.aborted) reject(run.signal.reason);
      else if (isLate) reject(new ProgramError('limit', `${nameOf(run)} took longer than it may`));
    });
    const cleanUp = () => {
      clearTimeout(timer);
      run.signal.removeEventListener('abort', stop);
    };
    child.once('error', () => {
      cleanUp();
      reject(new ProgramError('missing', `${nameOf(run)} could not be started`));
    });
    child.once('close', (code, signal) => {
      cleanUp();
      const result = out();
      if (code === 0 && !result.isCut) resolve(result);
      else reject(errorOf(run, code, signal, result));
    });
  });
}

const nameOf = ({ program }: ProgramRun): string => program.slice(program.lastIndexOf('/') + 1);

function limited({ program, args, limits }: ProgramRun, niceness: number): [string, string[]] {
  if (process.platform !== 'linux') return [program, [...args]];
  const bounds = [
    `--as=${limits.memoryBytes}`,
    `--cpu=${limits.cpuSeconds}`,
    `--fsize=${limits.fileBytes}`,
    `--nofile=${filesOpenMax}`,
    '--core=0',
  ];
  const nice = niceness === 0 ? [] : ['nice', '-n', `${niceness}`];
  // Each of them replaces itself by the next, so there is one process, and it ends with this one, however that ends.
  const before = ['--pdeathsig', 'KILL', '--', ...nice, 'prlimit', ...bounds, '--'];
  return ['setpriv', [...before, program, ...args]];
}

/** The exit code of a shell for a program that is not installed; `prlimit` returns the same. */
const notFoundCode = 127;

function errorOf(
  run: ProgramRun,
  code: number | null,
  signal: NodeJS.Signals | null,
  { isCut, stderr }: Collected,
): ProgramError {
  const name = nameOf(run);
  if (isCut) return new ProgramError('limit', `${name} wrote more than it may`);
  if (code === notFoundCode) return new ProgramError('missing', `${name} could not be started`);
  if (signal !== null) return new ProgramError('limit', `${name} was ended by ${signal}`);
  return new ProgramError('failed', `${name} ended with ${code}`, stderr);
}

interface Collected extends ProgramResult {
  readonly isCut: boolean;
}

function collect(child: ChildProcess, outputBytes: number): () => Collected {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  let [outBytes, errBytes] = [0, 0];
  child.stdout?.on('data', (chunk: Buffer) => {
    outBytes += chunk.length;
    if (outBytes <= outputBytes) out.push(chunk);
    else child.kill('SIGKILL');
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    if (errBytes < stderrBytesMax) err.push(chunk);
    errBytes += chunk.length;
  });
  return () => ({
    stdout: Buffer.concat(out),
    stderr: Buffer.concat(err).toString('utf8'),
    isCut: outBytes > outputBytes,
  });
}
