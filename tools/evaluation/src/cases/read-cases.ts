import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Case, caseSchema } from './case-record.ts';

/** A line of a file that is not as it should be. */
export interface CaseFault {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

/** A case and the line it stands in. */
export interface PlacedCase {
  readonly file: string;
  readonly line: number;
  readonly one: Case;
}

/** Reads every `*.jsonl` of a folder of cases; a folder that is missing has none. Returns faults, throws none. */
export function readCases(folder: string): { readonly cases: PlacedCase[]; readonly faults: CaseFault[] } {
  const cases: PlacedCase[] = [];
  const faults: CaseFault[] = [];
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];
  for (const name of files.sort()) {
    const file = join(folder, name);
    for (const { line, value } of jsonLines(readFileSync(file, 'utf8'))) {
      const parsed = caseSchema.safeParse(value);
      if (parsed.success) cases.push({ file, line, one: parsed.data });
      else faults.push({ file, line, reason: issueOf(parsed.error) });
    }
  }
  return { cases, faults };
}

/** Returns the values of a file of JSON lines with their line numbers; undefined for a line that is no JSON. */
export function jsonLines(content: string): { readonly line: number; readonly value: unknown }[] {
  return content
    .split('\n')
    .flatMap((text, at) => (text.trim() === '' ? [] : [{ line: at + 1, value: parsed(text) }]));
}

/** Describes the first fault that a schema found. */
export function issueOf(error: {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}): string {
  const [issue] = error.issues;
  return `${issue?.path.map(String).join('.') ?? ''} ${issue?.message ?? ''}`.trim();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
