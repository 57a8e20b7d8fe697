import type { ChildProcess } from 'node:child_process';
import type { ChildLimits } from '../sandbox/child.ts';
import { type End, endOf } from '../sandbox/end-of.ts';
import { notFoundCode, type Sandbox } from '../sandbox/sandbox.ts';
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
  /** Files that it reads. */
  readonly reads: readonly string[];
  /** Its working directory, and the only place where it writes; without it the program writes nothing. */
  readonly folder?: string;
  /** Added to the environment of every child (`sandbox/sandbox.ts`). */
  readonly env?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export interface ProgramResult {
  readonly stdout: Buffer;
  readonly stderr: string;
}

const filesOpenMax = 64;
const stderrBytesMax = 65_536;
/** After its end, what it had started may keep its output open; in namespaces of their own all end with it. */
const closeMs = 1_000;

/**
 * Runs a program in the sandbox to its end, with limits of time, memory, files and output.
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

export const programRunner = (
  sandbox: Sandbox,
  { niceness, timeoutFactor }: Priority = normalPriority,
): RunProgram => {
  return async (requested) => {
    requested.signal.throwIfAborted();
    const timeoutMs = requested.limits.timeoutMs * timeoutFactor;
    const run = { ...requested, limits: { ...requested.limits, timeoutMs } };
    const { program, args, reads, folder, env = {} } = run;
    const limits = childLimits(run.limits);
    const child = { program, args, reads, folder, env, limits, niceness };
    return resultOf(run, sandbox.spawn(child, ['ignore', 'pipe', 'pipe']));
  };
};

const childLimits = ({ memoryBytes, cpuSeconds, fileBytes }: ProgramLimits): ChildLimits => ({
  addressBytes: memoryBytes,
  cpuSeconds,
  fileBytes,
  filesOpen: filesOpenMax,
});

function resultOf(run: ProgramRun, child: ChildProcess): Promise<ProgramResult> {
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
    let closing: NodeJS.Timeout | undefined;
    const cleanUp = () => {
      clearTimeout(timer);
      clearTimeout(closing);
      run.signal.removeEventListener('abort', stop);
    };
    const rejectStopped = () => {
      if (run.signal.aborted) reject(run.signal.reason);
      else if (isLate) reject(new ProgramError('limit', `${nameOf(run)} took longer than it may`));
    };
    child.once('exit', () => {
      closing = setTimeout(rejectStopped, closeMs);
    });
    child.once('error', () => {
      cleanUp();
      reject(new ProgramError('missing', `${nameOf(run)} could not be started`));
    });
    child.once('close', (code, signal) => {
      cleanUp();
      rejectStopped();
      const result = out();
      if (code === 0 && !result.isCut) resolve(result);
      else reject(errorOf(run, endOf(code, signal), result));
    });
  });
}

const nameOf = ({ program }: ProgramRun): string => program.slice(program.lastIndexOf('/') + 1);

function errorOf(run: ProgramRun, { code, signal }: End, { isCut, stderr }: Collected): ProgramError {
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
