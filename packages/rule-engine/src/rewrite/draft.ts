import type { Span } from '../judge/spans.ts';
import type { Connectives } from '../language/language.ts';
import { applyEdit, type Edit } from './apply-edit.ts';

/** A text with edits, kept as edits of the original so that each can be undone by itself. */
export interface Draft {
  readonly text: string;
  readonly original: string;
  /** Edits of the original, in its order; they do not overlap. */
  readonly edits: readonly Edit[];
  /** Maps a span of `text` to the original; inserted words have no place there. */
  readonly originOf: (span: Span) => Span;
  /** Maps a span of the original to `text`; null where an edit overlaps it. */
  readonly placeOf: (span: Span) => Span | null;
  /** Adds an edit of `text`; earlier edits that it covers are merged into it. */
  readonly with: (edit: Edit) => Draft;
  /** Undoes one of `edits`. */
  readonly without: (edit: Edit) => Draft;
  /** Replaces one of `edits` by a smaller one. */
  readonly replacing: (edit: Edit, smaller: Edit) => Draft;
}

/** Makes a draft of a text. @param edits edits of `original` that are made already, in order and without overlaps */
export function draftOf(original: string, connectives: Connectives, edits: readonly Edit[] = []): Draft {
  const { text, origins } = applyAll(original, connectives, edits);
  const originOf = (at: number, otherwise: number): number => {
    for (let next = at; next < origins.length; next++) {
      const origin = origins[next] ?? -1;
      if (origin >= 0) return origin;
    }
    return otherwise;
  };
  return {
    text,
    original,
    edits,
    originOf({ start, end }) {
      const known = origins.slice(start, end).filter((origin) => origin >= 0);
      const first = known[0] ?? originOf(start, original.length);
      return { start: first, end: Math.max(first, (known.at(-1) ?? first - 1) + 1) };
    },
    placeOf({ start, end }) {
      if (edits.some((one) => one.start < end && start < one.end)) return null;
      const first = origins.indexOf(start);
      return first < 0 ? null : { start: first, end: first + end - start };
    },
    with(edit) {
      // Inserted words have no origin: an edit that begins or ends in them replaces all of them.
      const first = origins[edit.start] ?? -1;
      const last = origins[edit.end - 1] ?? -1;
      const start = first >= 0 ? first : lastOriginBefore(origins, edit.start) + 1;
      const end = last >= 0 ? last + 1 : originOf(edit.end, original.length);
      const fresh = { start, end: Math.max(start, end), with: edit.with };
      const touchesInserted = origins.slice(edit.start, edit.end).some((origin) => origin < 0);
      const apart = edits.filter(
        (one) =>
          (one.end <= fresh.start || one.start >= fresh.end) &&
          !(touchesInserted && one.start === one.end && one.start >= fresh.start && one.end <= fresh.end),
      );
      const covered = edits.filter((one) => !apart.includes(one));
      const joined = {
        start: Math.min(fresh.start, ...covered.map((one) => one.start)),
        end: Math.max(fresh.end, ...covered.map((one) => one.end)),
        with: fresh.with,
      };
      const all = [...apart, joined].sort((a, b) => a.start - b.start);
      return draftOf(original, connectives, all);
    },
    without: (edit) =>
      draftOf(
        original,
        connectives,
        edits.filter((one) => one !== edit),
      ),
    replacing: (edit, smaller) =>
      draftOf(
        original,
        connectives,
        edits.map((one) => (one === edit ? smaller : one)),
      ),
  };
}

function lastOriginBefore(origins: readonly number[], at: number): number {
  for (let before = at - 1; before >= 0; before--) {
    const origin = origins[before] ?? -1;
    if (origin >= 0) return origin;
  }
  return -1;
}

/** Applies all edits. `origins` has the offset in the original for each UTF-16 unit of the text, -1 for inserted ones. */
function applyAll(
  original: string,
  connectives: Connectives,
  edits: readonly Edit[],
): { text: string; origins: readonly number[] } {
  let text = original;
  let origins: readonly number[] = indices(original.length);
  for (const edit of edits.toReversed()) {
    const edited = applyEdit(text, edit, connectives);
    const right = edited.text.length - edited.end;
    origins = [
      ...origins.slice(0, Math.min(edited.start, edit.start)),
      ...Array.from({ length: Math.max(0, edited.start - edit.start) }, () => -1),
      ...Array.from({ length: edited.end - edited.start }, () => -1),
      ...origins.slice(origins.length - right),
    ];
    text = edited.text;
  }
  return { text, origins };
}

const indices = (length: number): number[] => Array.from({ length }, (_, at) => at);
