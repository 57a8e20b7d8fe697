import type { Span } from './timed-text.ts';

/** At the edge of two parts a network has heard nothing before, and needs some windows to know a voice. */
const edgeSeconds = 0.15;

/**
 * Joins stretches of speech that the edge of two parts has cut in two.
 * @param spans in order
 * @param edges the times at which one part ends and the next begins
 */
export function joinSpans(spans: readonly Span[], edges: readonly number[]): readonly Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    const isCut =
      last !== undefined &&
      edges.some(
        (edge) => edge - last.endSeconds <= edgeSeconds && span.startSeconds - edge <= edgeSeconds,
      ) &&
      span.startSeconds - last.endSeconds <= 2 * edgeSeconds;
    if (isCut) joined[joined.length - 1] = { startSeconds: last.startSeconds, endSeconds: span.endSeconds };
    else joined.push(span);
  }
  return joined;
}
