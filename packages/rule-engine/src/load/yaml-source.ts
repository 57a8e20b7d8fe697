import { isNode, LineCounter, parseDocument } from 'yaml';
import type { PackFault, PackSource } from '../pack/read-source.ts';

/** A file with faults, one line each: `file:line: reason`. */
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

/** Parses one YAML file, keeping the line of everything in it; what is no YAML becomes faults. */
export function parseSource(file: string, content: string, faults: PackFault[]): PackSource {
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

/** Parses a file of JSON lines; its data are the rows, and a path begins with the number of one, from 0. */
export function parseLines(file: string, content: string, faults: PackFault[]): PackSource {
  const lines = content
    .split('\n')
    .flatMap((text, at) => (text.trim() === '' ? [] : [{ text, line: at + 1 }]));
  const data = lines.map(({ text, line }): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      faults.push({ file, line, reason: 'is not JSON' });
      return null;
    }
  });
  return { file, data, lineOf: ([row]) => lines[Number(row ?? 0)]?.line ?? 1 };
}
