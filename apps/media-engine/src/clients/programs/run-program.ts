import { type ChildProcess, spawn } from 'node:child_process';
import { ProgramFault } from './program-error.ts';

/** What a program that reads files of strangers may use. */
export interface ProgramLimits {
  readonly timeoutMs: number;
  readonly cpuSeconds: number;
  /** Of address space, which is more than a program touches. */
  readonly memoryBytes: number;
  /** Of any one file that it writes. */
  readonly fileBytes: number;
  /** Of what it says on standard output; standard error is cut at a fraction of it. */
  readonly outputBytes: number;
}

export interface ProgramRun {
  /** Looked for on the search path where it holds no slash. */
  readonly program: string;
  readonly args: readonly string[];
  readonly limits: ProgramLimits;
  /** In addition to the search path and a UTF-8 locale: the rest of the environment is not the program's business. */
  readonly env?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** The folder it works in, where it writes files. */
  readonly cwd?: string;
}

export interface ProgramResult {
  readonly stdout: Buffer;
  readonly stderr: string;
}

const filesOpenMax = 64;
const stderrBytesMax = 65_536;

/**
 * Runs a program to its end, in a process of its own with bounded time, memory, files and output. The limits on what it
 * uses are the kernel's (`prlimit`), so they are there on Linux alone.
 * @throws ProgramFault; the signal's reason when that ended it
 */
export type RunProgram = (run: ProgramRun) => Promise<ProgramResult>;

/** How programs stand beside what else runs on the machine. */
export interface Standing {
  /** 0 is like everybody else, 19 what gets on only where nobody else wants to. */
  readonly niceness: number;
  /** What gets on slowly may take so many times as long; it may not compute more. */
  readonly patience: number;
}

/** What somebody waits for. */
export const urgent: Standing = { niceness: 0, patience: 1 };

/** @param searchPath folders that programs are looked for in, as PATH holds them */
export const programRunner = (searchPath: string, { niceness, patience } = urgent): RunProgram => {
  return async (asked) => {
    asked.signal.throwIfAborted();
    const run = { ...asked, limits: { ...asked.limits, timeoutMs: asked.limits.timeoutMs * patience } };
    const [command, args] = limited(run, niceness);
    const env = { PATH: searchPath, LC_ALL: 'C.UTF-8', ...run.env };
    return ended(run, spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env, cwd: run.cwd }));
  };
};

function ended(run: ProgramRun, child: ChildProcess): Promise<ProgramResult> {
  const out = collect(child, run.limits.outputBytes);
  return new Promise((resolve, reject) => {
    // Nothing is told before the process has ended: its caller removes the folder that it writes to.
    let isLate = false;
    const stop = () => child.kill('SIGKILL');
    run.signal.addEventListener('abort', stop, { once: true });
    const timer = setTimeout(() => {
      isLate = true;
      stop();
    }, run.limits.timeoutMs);
    // Told at its end, not at the end of what it has said, which processes of its own may keep open.
    child.once('exit', () => {
      if (run.signal.aborted) reject(run.signal.reason);
      else if (isLate) reject(new ProgramFault('limit', `${nameOf(run)} took longer than it may`));
    });
    const letGo = () => {
      clearTimeout(timer);
      run.signal.removeEventListener('abort', stop);
    };
    child.once('error', () => {
      letGo();
      reject(new ProgramFault('missing', `${nameOf(run)} could not be started`));
    });
    child.once('close', (code, signal) => {
      letGo();
      const result = out();
      if (code === 0 && !result.isCut) resolve(result);
      else reject(faultOf(run, code, signal, result));
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
  const standing = niceness === 0 ? [] : ['nice', '-n', `${niceness}`];
  // Each of them becomes the next, so there is one process, and it dies with this one, however this one dies.
  const before = ['--pdeathsig', 'KILL', '--', ...standing, 'prlimit', ...bounds, '--'];
  return ['setpriv', [...before, program, ...args]];
}

/** What a shell answers for a program that is not there; `prlimit` does the same. */
const notFoundCode = 127;

function faultOf(
  run: ProgramRun,
  code: number | null,
  signal: NodeJS.Signals | null,
  { isCut, stderr }: Collected,
): ProgramFault {
  const name = nameOf(run);
  if (isCut) return new ProgramFault('limit', `${name} said more than it may`);
  if (code === notFoundCode) return new ProgramFault('missing', `${name} could not be started`);
  if (signal !== null) return new ProgramFault('limit', `${name} was ended by ${signal}`);
  return new ProgramFault('failed', `${name} ended with ${code}`, stderr);
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
