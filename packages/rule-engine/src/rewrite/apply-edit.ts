import type { Connectives } from '../language/language.ts';

/** A change of a text: what stands from `start` to `end` (exclusive) is said as `with`, or is left out where that is empty. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly with: string;
}

/** A text after an edit, and where what was done begins and ends in it. */
export interface Edited {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const sentenceEnd = /[.!?。！？…]["”'’)\]」』）]*$/;
const lineStart = /(?:^|\n)[ \t\u3000]*$/;
/** What opens an item of a list, and nothing else. */
const bareBullet = /(?:^|\n)[ \t]*(?:[-*•·●▪◦✔✅☑✓➤►★☆→👉]\uFE0F?|\d{1,2}[.)、])[ \t]*$/u;

/** What opens a quotation or a bracket: what follows it begins. */
const opened = /[“‘「『（(【[]$/u;

/**
 * Makes a change and mends the text around it and nowhere else: marks that lost what they parted, doubled spaces, a
 * conjunction that joins nothing any more, the capital of a sentence, an article.
 */
export function applyEdit(text: string, edit: Edit, connectives: Connectives): Edited {
  const before = text.slice(0, edit.start);
  const after = text.slice(edit.end);
  if (edit.with === '') return cut(before, text.slice(edit.start, edit.end), after, connectives);
  const said = withoutDoubleModifierEnd(
    inCaseOf(edit.with, text.slice(edit.start, edit.end), before, connectives),
    after,
    connectives,
  );
  const left = connectives.mend ? connectives.mend(before, said) : before;
  return { text: left + said + after, start: left.length, end: left.length + said.length };
}

/** A modifier that hangs on its noun by 的 needs no second one. */
function withoutDoubleModifierEnd(said: string, after: string, { modifierEnd }: Connectives): string {
  const last = said.at(-1) ?? '';
  return modifierEnd?.test(after) && modifierEnd.test(last) ? said.slice(0, -1) : said;
}

/** Written as what it replaces: in capitals, or with one where a sentence begins. */
function inCaseOf(said: string, replaced: string, before: string, { spaced }: Connectives): string {
  if (!spaced) return said;
  if (/\p{Lu}{2}/u.test(replaced) && !/\p{Ll}/u.test(replaced)) return said.toUpperCase();
  const first = replaced.match(/[\p{L}\p{N}]/u)?.[0] ?? '';
  const begins = lineStart.test(before) || sentenceEnd.test(before.trimEnd());
  return begins && /\p{Lu}|\p{N}/u.test(first) ? capital(said) : said;
}

const capital = (text: string): string =>
  text.replace(/^([^\p{L}\p{N}]*)(\p{L})/u, (_, lead: string, letter: string) => lead + letter.toUpperCase());

function cut(before: string, gone: string, after: string, connectives: Connectives): Edited {
  let left = before;
  let right = after;
  const emptied = left.match(/[("“‘「『（【[]\s*$/u) && right.match(/^\s*[)"”’」』）】\]]/u);
  if (emptied) {
    left = left.replace(/\s*[("“‘「『（【[]\s*$/u, '');
    right = right.replace(/^\s*[)"”’」』）】\]]/u, '');
  }
  if (connectives.spaced && !emptied) left = withoutHangingJoint(left, right, connectives);
  const begins =
    lineStart.test(left) || bareBullet.test(left) || opened.test(left) || sentenceEnd.test(left.trimEnd());
  const hadWords = /[\p{L}\p{N}]/u.test(gone);
  const closed = begins || !hadWords ? null : /[.!?。！？…]+\s*$/.exec(gone);
  if (closed && !/^\s*[.!?。！？…]/.test(right)) {
    // The end of a sentence without its beginning: that ends here now.
    left = left.replace(/[\s,;:，；：、–—-]+$/u, '') + closed[0].trimEnd();
  } else if (begins) {
    right = withoutLeadingMarks(right, connectives);
    if (endsLine(right)) {
      left = left.replace(bareBullet, (bullet) => (bullet.startsWith('\n') ? '\n' : ''));
    }
    if (connectives.spaced && /\p{Lu}/u.test(gone.match(/\p{L}/u)?.[0] ?? '')) right = capital(right);
  } else {
    [left, right] = joined(left, right);
  }
  [left, right] = spacedAt(left, right, connectives);
  const mended = connectives.mend ? connectives.mend(left, right) : left;
  return { text: mended + right, start: mended.length, end: mended.length };
}

const endsLine = (right: string): boolean => right === '' || right.startsWith('\n');

/** `soft and` before an end joins nothing. */
function withoutHangingJoint(left: string, right: string, { coordinator }: Connectives): string {
  if (!/^\s*(?:[.,;:!?)\n]|$)/.test(right)) return left;
  const last = left.match(/[,;]?\s+([\p{L}&]+)\s*$/u);
  return last?.[1] && (last[1] === '&' || coordinator.test(last[1])) ? left.slice(0, last.index) : left;
}

/** At the beginning of a sentence no mark and no conjunction makes sense. */
function withoutLeadingMarks(right: string, { coordinator, spaced }: Connectives): string {
  let rest = right.replace(/^[ \t\u3000]*[,.;:!?，。；：、！？~～–—|&+-]+(?=[\s\p{L}\p{N}]|$)/u, '');
  rest = rest.replace(/^[ \t]+/, '');
  const joint = rest.match(coordinator)?.[0];
  if (!joint) return rest;
  const unjoined = rest.slice(joint.length).replace(/^[ \t]*[,，]?[ \t]*/, '');
  return spaced || unjoined.length > 2 ? unjoined : rest;
}

const anyMark = '[,.;:!?，。；：、！？…–—|/&+]';

/** Of two marks that now stand together the stronger stays: the second, unless it is only a comma after an end. */
function joined(left: string, right: string): [string, string] {
  const mark = left.match(new RegExp(`\\s*(${anyMark})\\s*$`, 'u'));
  const next = right.match(new RegExp(`^\\s*(${anyMark})`, 'u'));
  if (!mark || (!next && !endsLine(right.trimStart()) && !/^\s*$/.test(right))) return [left, right];
  if (/[.!?。！？…]/.test(mark[1] ?? ''))
    return [left, right.replace(new RegExp(`^\\s*${anyMark}`, 'u'), '')];
  return [left.slice(0, mark.index), right];
}

function spacedAt(left: string, right: string, { spaced }: Connectives): [string, string] {
  if (endsLine(right))
    return [left.replace(/[ \t\u3000]+$/, ''), lineStart.test(left) ? right.replace(/^\n/, '') : right];
  if (/^\s*[,.;:!?)，。；：、！？）]/.test(right))
    return [left.replace(/[ \t]+$/, ''), right.replace(/^[ \t]+/, '')];
  if (/\s$/.test(left) || left === '') return [left, right.replace(/^[ \t\u3000]+/, '')];
  const parted = /^\s/.test(right) || /[(“"「『（【[]$/.test(left) || !spaced;
  return [left, parted ? right : ` ${right}`];
}
