import { expect, it } from 'vitest';
import { isOfFilter } from './is-of-filter.ts';

it.each([
  ['job.image.a', 'job.image.*', true],
  ['job.video.a', 'job.image.*', false],
  // The lane of batches is not the lane of single checks, nor the other way round.
  ['job.image.batch.a', 'job.image.*', false],
  ['job.image.a', 'job.image.batch.*', false],
  ['job.image.batch.a', 'job.image.batch.*', true],
  ['event.media.image.completed', 'event.media.image.failed', false],
  ['event.media.image.failed', 'event.media.image.failed', true],
  ['job.image', 'job.image.*', false],
  ['job.image.a', 'job.>', true],
  ['job', 'job.>', false],
])('%s under the filter %s: %s', (subject, filter, expected) => {
  expect(isOfFilter(subject, filter)).toBe(expected);
});
