import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type KindCosts, kinds, type Measured } from './capacity.ts';
import type { Costs } from './costs.ts';
import type { MixName } from './mix.ts';

/** The figures that docs/capacity.md is computed from. */
export const ownCosts = fileURLToPath(new URL('../measured.json', import.meta.url));

const numbers = z.record(z.number().min(0));
const costs = z.object({
  checks: z.number().int().positive(),
  cpuMs: numbers,
  postgresBytes: numbers,
  streamBytes: numbers,
  busRequests: z.number().min(0),
  storedMessages: z.number().min(0),
  statements: z.number().min(0),
  transactions: z.number().min(0),
});
/** What one server does a second, measured alone. */
const alone = z
  .object({
    commits: z.number().positive(),
    publishes: z.number().positive(),
    charges: z.number().positive(),
    chargesOfOneAccount: z.number().positive(),
  })
  .partial();
export type Alone = z.infer<typeof alone>;
const file = z
  .object({ machine: z.string(), alone: alone.optional() })
  .catchall(z.union([costs, z.string(), z.undefined()]));

/**
 * Reads what one check of each kind costs, and what single servers do.
 * @returns the latter undefined if the file has none
 * @throws Error if the file lacks a kind or cannot be read
 */
export function readCosts(path: string): {
  readonly measured: Measured;
  readonly alone: Alone | undefined;
} {
  const saved = file.parse(JSON.parse(readFileSync(path, 'utf8')));
  const of = (kind: string): KindCosts => {
    const found = costs.safeParse(saved[kind]);
    if (!found.success)
      throw new Error(`${path} lacks ${kind}; measure it with --mix ${kind} --save ${path}`);
    return found.data;
  };
  const measured = Object.fromEntries(kinds.map((kind) => [kind, of(kind)])) as Measured;
  return { measured, alone: saved.alone };
}

/** Writes what a check of a mix has cost into a file, beside what it has of other mixes. */
export function saveCosts(path: string, mix: MixName, per: Costs, checks: number): void {
  const before = existsSync(path)
    ? file.parse(JSON.parse(readFileSync(path, 'utf8')))
    : { machine: 'unnamed' };
  const entry: KindCosts = {
    checks,
    cpuMs: rounded(per.cpuMs, 3),
    postgresBytes: rounded(per.postgresBytes, 0),
    streamBytes: rounded(per.streamBytes, 0),
    busRequests: Number(per.busRequests.toFixed(2)),
    storedMessages: Number(sum(per.stored).toFixed(2)),
    statements: Number(sum(per.statements).toFixed(2)),
    transactions: Number(sum(per.transactions).toFixed(2)),
  };
  writeFileSync(path, `${JSON.stringify({ ...before, [mix]: entry }, null, 2)}\n`);
}

const sum = (counters: ReadonlyMap<string, number>) =>
  [...counters.values()].reduce((total, it) => total + it, 0);
const rounded = (counters: ReadonlyMap<string, number>, digits: number) =>
  Object.fromEntries([...counters].map(([name, value]) => [name, Number(value.toFixed(digits))]));
