import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { processIdentity } from './process-identity.ts';

const processSchema = z.object({ name: z.string(), pid: z.number().int().positive(), identity: z.string() });

const stateSchema = z.object({
  launcher: processSchema,
  apiUrl: z.string(),
  natsUrl: z.string(),
  /** URLs of the databases, by service. */
  databaseUrls: z.record(z.string()),
  /** URLs of health and metrics, by service. */
  opsUrls: z.record(z.string()),
  processes: z.array(processSchema),
});

/** The state of a running stack, for the operator's commands and the next start. */
export type StackState = z.infer<typeof stateSchema>;
export type StackProcess = z.infer<typeof processSchema>;

/** Builds the entry of a running process. */
export function stackProcess(name: string, pid: number): StackProcess {
  return { name, pid, identity: processIdentity(pid) ?? 'gone' };
}

/** Returns whether the process of an entry still runs, and is not another one with the same id. */
export function stillRuns({ pid, identity }: StackProcess): boolean {
  return processIdentity(pid) === identity;
}

/** Reads the state; undefined if no stack was started here, or it is unreadable. */
export function readState(file: string): StackState | undefined {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Writes the state atomically, readable by its owner only, since it has passwords of databases. */
export function writeState(file: string, state: StackState): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export function removeState(file: string): void {
  rmSync(file, { force: true });
}
