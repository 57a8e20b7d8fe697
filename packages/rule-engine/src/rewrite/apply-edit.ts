import type { Connectives } from '../language/language.ts';

/** Replaces the text from `start` to `end` (exclusive, UTF-16 units) by `with`; an empty `with` cuts it. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly with: string;
}

/** A text after an edit, and the span of the replacement in it. */
export interface Edited {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const sentenceEnd = /[.!?。！？…]["”'’)\]」』）]*$/;
const lineStart = /(?:^|\n)[ \t\u3000]*$/;
/** A list marker with nothing after it. */
const bareBullet = /(?:^|\n)[ \t]*(?:[-*•·●▪◦✔✅☑✓➤►★☆→👉]\uFE0F?|\d{1,2}[.)、])[ \t]*$/u;

/** An opening quotation mark or bracket, after which a sentence begins. */
const opened = /[“‘「『（(【[]$/u;

/**
 * Applies an edit and repairs the text right around it: punctuation that divides nothing any more, doubled spaces, a
 * conjunction that joins nothing, the capital of a sentence, an article.
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

/** Removes a 的 at the end of the replacement where the text goes on with one. */
function withoutDoubleModifierEnd(said: string, after: string, { modifierEnd }: Connectives): string {
  const last = said.at(-1) ?? '';
  return modifierEnd?.test(after) && modifierEnd.test(last) ? said.slice(0, -1) : said;
}

/** Writes a replacement in the case of the words that it replaces: all capitals, or one where a sentence begins. */
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
    // The cut removed the end of a sentence: what remains of it ends here.
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

/** Removes a conjunction before the end of a phrase: `soft and.` */
function withoutHangingJoint(left: string, right: string, { coordinator }: Connectives): string {
  if (!/^\s*(?:[.,;:!?)\n]|$)/.test(right)) return left;
  const last = left.match(/[,;]?\s+([\p{L}&]+)\s*$/u);
  return last?.[1] && (last[1] === '&' || coordinator.test(last[1])) ? left.slice(0, last.index) : left;
}

/** Removes punctuation and a conjunction at the beginning of a sentence. */
function withoutLeadingMarks(right: string, { coordinator, spaced }: Connectives): string {
  let rest = right.replace(/^[ \t\u3000]*[,.;:!?，。；：、！？~～–—|&+-]+(?=[\s\p{L}\p{N}]|$)/u, '');
  rest = rest.replace(/^[ \t]+/, '');
  const joint = rest.match(coordinator)?.[0];
  if (!joint) return rest;
  const unjoined = rest.slice(joint.length).replace(/^[ \t]*[,，]?[ \t]*/, '');
  return spaced || unjoined.length > 2 ? unjoined : rest;
}

const anyMark = '[,.;:!?，。；：、！？…–—|/&+]';

/** Keeps the stronger of two punctuation marks that now meet: the second, unless the first ends a sentence. */
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
