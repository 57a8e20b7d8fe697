import type { z } from 'zod';
import type { PatternTableBuilder } from '../patterns/pattern-table.ts';
import { compileAll, RuleError } from './compile-rule.ts';
import { grammarCues, grammarSchema } from './grammar-schema.ts';
import type { CompiledPack } from './pack.ts';

export type Path = readonly (string | number)[];

/** One file of a pack, parsed: its data and the line that a path into the data was written on. */
export interface PackSource {
  readonly file: string;
  readonly data: unknown;
  readonly lineOf: (path: Path) => number;
  /** Set where the data was merged from several files: where a path into it was written. */
  readonly placeOf?: (path: Path) => Place;
}

/** A line of a file. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

export interface PackFault {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

/** Returns where a path into the data of a source was written. */
export function placeIn({ file, lineOf, placeOf }: PackSource, path: Path): Place {
  return placeOf?.(path) ?? { file, line: lineOf(path) };
}

/** The data of a file as its schema has it; null, with a fault a line, for what is none. */
export function read<T extends z.ZodTypeAny>(
  source: PackSource,
  as: T,
  faults: PackFault[],
): z.output<T> | null {
  const parsed = as.safeParse(source.data);
  if (parsed.success) return parsed.data as z.output<T>;
  for (const issue of parsed.error.issues) {
    const reason = issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message;
    faults.push({ ...placeIn(source, issue.path), reason });
  }
  return null;
}

/** Runs one compilation; a fault is written down with its line instead of thrown. */
export function attempt<T>(source: PackSource, at: Path, faults: PackFault[], make: () => T): T | null {
  try {
    return make();
  } catch (cause) {
    const path = cause instanceof RuleError ? [...at, ...cause.path] : at;
    faults.push({ ...placeIn(source, path), reason: cause instanceof Error ? cause.message : String(cause) });
    return null;
  }
}

/** Writes down every id that stands twice. */
export function duplicates(ids: readonly string[], source: PackSource, faults: PackFault[]): void {
  const seen = new Set<string>();
  for (const id of ids) {
    if (seen.has(id)) faults.push({ file: source.file, line: 1, reason: `"${id}" is defined twice` });
    seen.add(id);
  }
}

/** Compiles how a language takes back, asks, warns and sells. */
export function readGrammar(
  source: PackSource,
  builder: PatternTableBuilder,
  faults: PackFault[],
): CompiledPack['grammar'] | null {
  const raw = read(source, grammarSchema, faults);
  if (!raw) return null;
  const compiled = grammarCues.map((cue) => [
    cue,
    attempt(source, [], faults, () => compileAll(raw[cue], builder, [cue])) ?? builder.list([]),
  ]);
  return Object.fromEntries(compiled);
}
