import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isNode, LineCounter, parseDocument } from 'yaml';
import {
  compilePack,
  type PackFault,
  type PackResult,
  type PackSource,
  type PackSources,
} from '../domain/rules/compile-pack.ts';
import type { CompiledPack } from '../domain/rules/pack.ts';

/** A pack with faults, one line each: `file:line: reason`. */
export class PackError extends Error {
  constructor(faults: readonly PackFault[]) {
    super(faults.map(describeFault).join('\n'));
    this.name = 'PackError';
  }
}

/** A fault as compilers write them, so that editors can jump to it. */
export function describeFault(fault: PackFault): string {
  return `${fault.file}:${fault.line}: ${fault.reason}`;
}

/**
 * Loads the pack in `folder` (`pack.yaml`, `grammar.yaml`, `citations.yaml`, `exemptions.yaml`, `spellings.yaml`, `lexicons/`,
 * `rules/`, `learned.bin`). Throws a PackError with every fault found.
 */
export function loadPack(folder: string): CompiledPack {
  const result = readPack(folder);
  if ('faults' in result) throw new PackError(result.faults);
  return result.pack;
}

/** What is read of a pack besides its rules. */
export interface ReadPackOptions {
  /** The weights of the learned reviewer; training goes without, since they may be stale or not there yet. */
  readonly withWeights: boolean;
}

/** Reads and compiles the pack in `folder`; gives the faults instead of throwing them. */
export function readPack(
  folder: string,
  { withWeights }: ReadPackOptions = { withWeights: true },
): PackResult {
  const hash = createHash('sha256');
  const faults: PackFault[] = [];
  const source = (name: string): PackSource => {
    const file = join(folder, name);
    const content = readFileSync(file, 'utf8');
    hash.update(name).update('\0').update(content).update('\0');
    return parseSource(relative(process.cwd(), file), content, faults);
  };
  const folderOf = (name: string): PackSource[] =>
    readdirSync(join(folder, name))
      .filter((file) => file.endsWith('.yaml'))
      .sort()
      .map((file) => source(join(name, file)));
  const parts = {
    meta: source('pack.yaml'),
    grammar: source('grammar.yaml'),
    citations: source('citations.yaml'),
    exemptions: source('exemptions.yaml'),
    spellings: existsSync(join(folder, 'spellings.yaml')) ? source('spellings.yaml') : null,
    lexicons: folderOf('lexicons'),
    rules: folderOf('rules'),
  };
  const weights = withWeights ? readWeights(folder) : null;
  if (weights) hash.update('learned.bin').update('\0').update(weights.bytes);
  if (faults.length > 0) return { faults };
  return compilePack({ ...parts, weights, contentHash: hash.digest('hex') });
}

/** A pack without weights has no learned reviewer. */
function readWeights(folder: string): PackSources['weights'] {
  const file = join(folder, 'learned.bin');
  if (!existsSync(file)) return null;
  return { file: relative(process.cwd(), file), bytes: readFileSync(file) };
}

function parseSource(file: string, content: string, faults: PackFault[]): PackSource {
  const lines = new LineCounter();
  const document = parseDocument(content, { lineCounter: lines });
  for (const error of document.errors) {
    const reason = (error.message.split('\n')[0] ?? 'not YAML').replace(/ at line .*$/, '');
    faults.push({ file, line: lines.linePos(error.pos[0]).line, reason });
  }
  const lineOf = (path: readonly (string | number)[]): number => {
    for (let depth = path.length; depth >= 0; depth--) {
      const node = document.getIn(path.slice(0, depth), true);
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
    }
    return 1;
  };
  return { file, data: document.errors.length > 0 ? null : document.toJS(), lineOf };
}
