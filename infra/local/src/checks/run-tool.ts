import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface ToolResult {
  readonly passed: boolean;
  /** Standard output; empty when it went to the terminal. */
  readonly stdout: string;
  readonly stderr: string;
}

export interface ToolOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  /** Show the output while it comes instead of keeping it. */
  readonly live?: boolean;
}

/** Runs a tool of the workspace to its end; one that takes longer than `timeoutMs` is ended and counts as failed. */
export async function runTool(
  command: string,
  args: readonly string[],
  options: ToolOptions,
): Promise<ToolResult> {
  const { cwd, env, timeoutMs, live } = options;
  const stdio: StdioOptions = live ? 'inherit' : ['ignore', 'pipe', 'pipe'];
  const child: ChildProcess = spawn(command, args, { cwd, env, stdio, timeout: timeoutMs });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return {
    passed: code === 0,
    stdout: Buffer.concat(out).toString(),
    stderr: Buffer.concat(err).toString(),
  };
}
