import type { Comment, Range } from './copy.ts';
import type { Lines } from './lines.ts';

/** An instruction to leave out what some rules find, from one line to another, both included. */
export interface Ignore extends Range {
  readonly rules: readonly string[];
  readonly firstLine: number;
  readonly lastLine: number;
}

/** An instruction that cannot be followed. */
export interface IgnoreFault extends Range {
  readonly kind: 'no-reason' | 'no-rule' | 'unknown' | 'no-start' | 'no-end';
}

const instruction = /^\s*redline-ignore(?:-([a-z-]*))?(?:\s+([\s\S]*?))?\s*$/;
const body = /^([^\s:]+(?:\s*,\s*[^\s:]+)*)\s*(?::\s*([\s\S]*))?$/;

/**
 * Reads the ignore comments of a file: `redline-ignore-next-line RULE: reason`, and `redline-ignore-start RULE: reason` with
 * `redline-ignore-end`. RULE is the id of a rule or its beginning up to a point; several are divided by commas.
 * @returns what is to be ignored, and what is wrong; a comment without a reason ignores nothing
 */
export function ignoresOf(
  comments: readonly Comment[],
  lines: Lines,
): { readonly ignores: readonly Ignore[]; readonly faults: readonly IgnoreFault[] } {
  const ignores: Ignore[] = [];
  const faults: IgnoreFault[] = [];
  let open: { readonly comment: Comment; readonly rules: readonly string[] | null } | null = null;
  for (const comment of comments.toSorted((a, b) => a.start - b.start)) {
    const found = instruction.exec(comment.text);
    if (!found) continue;
    const [, kind = '', rest = ''] = found;
    const fault = (what: IgnoreFault['kind']): void =>
      void faults.push({ kind: what, start: comment.start, end: comment.end });
    if (kind === 'end') {
      if (open === null) fault('no-start');
      else if (open.rules) ignores.push(ignoreOf(open.comment, open.rules, lines, comment));
      open = null;
    } else if (kind === 'start' || kind === 'next-line') {
      const { rules, what } = rulesOf(rest);
      if (what) fault(what);
      if (kind === 'next-line' && rules) ignores.push(ignoreOfNextLine(comment, rules, lines));
      if (kind !== 'start') continue;
      if (open?.rules) ignores.push(ignoreOf(open.comment, open.rules, lines, comment));
      if (open) faults.push({ kind: 'no-end', start: open.comment.start, end: open.comment.end });
      open = { comment, rules };
    } else {
      fault('unknown');
    }
  }
  if (open) {
    faults.push({ kind: 'no-end', start: open.comment.start, end: open.comment.end });
    if (open.rules) ignores.push(ignoreOf(open.comment, open.rules, lines, null));
  }
  return { ignores, faults };
}

/** Tells whether an ignore comment covers what a rule has found on a line. */
export function covers(
  ignore: Ignore,
  line: number,
  { ruleId, alsoFoundBy }: { readonly ruleId: string; readonly alsoFoundBy: readonly string[] },
): boolean {
  if (line < ignore.firstLine || line > ignore.lastLine) return false;
  return [ruleId, ...alsoFoundBy].some((id) =>
    ignore.rules.some((rule) => id === rule || id.startsWith(`${rule}.`)),
  );
}

function rulesOf(rest: string): { rules: readonly string[] | null; what: IgnoreFault['kind'] | null } {
  const [, named, reason = ''] = body.exec(rest) ?? [];
  if (named === undefined) return { rules: null, what: 'no-rule' };
  if (reason.trim() === '') return { rules: null, what: 'no-reason' };
  return { rules: named.split(',').map((rule) => rule.trim()), what: null };
}

function ignoreOf(from: Comment, rules: readonly string[], lines: Lines, to: Comment | null): Ignore {
  const firstLine = lines.positionOf(from.start).line;
  const lastLine = to === null ? lines.count : lines.positionOf(to.start).line;
  return { start: from.start, end: from.end, rules, firstLine, lastLine };
}

/** Formatters put a blank line behind a comment, so the next line is the next that is not blank. */
function ignoreOfNextLine(comment: Comment, rules: readonly string[], lines: Lines): Ignore {
  let line = lines.positionOf(comment.end).line + 1;
  while (line < lines.count && lines.textOf(line).trim() === '') line++;
  return { start: comment.start, end: comment.end, rules, firstLine: line, lastLine: line };
}
