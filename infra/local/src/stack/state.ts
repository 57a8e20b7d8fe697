import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { processIdentity } from './process-identity.ts';

const processSchema = z.object({ name: z.string(), pid: z.number().int().positive(), identity: z.string() });

const stateSchema = z.object({
  launcher: processSchema,
  apiUrl: z.string(),
  natsUrl: z.string(),
  /** A service's own database, by service. */
  databaseUrls: z.record(z.string()),
  /** Address of health and metrics, by service. */
  opsUrls: z.record(z.string()),
  processes: z.array(processSchema),
});

/** What `npm start` runs, for the operator's commands and the next start. */
export type StackState = z.infer<typeof stateSchema>;
export type StackProcess = z.infer<typeof processSchema>;

/** A line of the state about a process that runs now. */
export function stackProcess(name: string, pid: number): StackProcess {
  return { name, pid, identity: processIdentity(pid) ?? 'gone' };
}

/** Whether the process of a state still runs, and is not another one that got its id. */
export function stillRuns({ pid, identity }: StackProcess): boolean {
  return processIdentity(pid) === identity;
}

/** @returns undefined when no stack was started here, or its state is unreadable */
export function readState(file: string): StackState | undefined {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Writes the state in one step; it holds passwords of databases, so only the owner may read it. */
export function writeState(file: string, state: StackState): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export function removeState(file: string): void {
  rmSync(file, { force: true });
}
