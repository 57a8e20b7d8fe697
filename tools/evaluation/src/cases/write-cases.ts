import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from './case-record.ts';

/** Writes all cases of a site: violating texts into `violating.jsonl`, lawful ones into `lawful.jsonl`. */
export function writeCases(folder: string, cases: readonly Case[]): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, isLawful] of [
    ['violating.jsonl', false],
    ['lawful.jsonl', true],
  ] as const) {
    const lines = cases.filter(({ lawful }) => lawful === isLawful).map((one) => JSON.stringify(one));
    writeFileSync(join(folder, name), lines.map((line) => `${line}\n`).join(''));
  }
}
