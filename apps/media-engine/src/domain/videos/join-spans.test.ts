import { expect, it } from 'vitest';
import { joinSpans } from './join-spans.ts';

const span = (startSeconds: number, endSeconds: number) => ({ startSeconds, endSeconds });

it('joins speech that the edge of two parts cuts, and no other', () => {
  const spans = [span(1, 2), span(2.1, 3), span(8, 10), span(10.1, 12), span(19, 19.8), span(20.3, 21)];
  expect(joinSpans(spans, [10, 20])).toEqual([
    ...[span(1, 2), span(2.1, 3), span(8, 12)],
    ...[span(19, 19.8), span(20.3, 21)],
  ]);
  expect(joinSpans([], [10])).toEqual([]);
});
