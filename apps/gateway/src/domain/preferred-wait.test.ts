import { describe, expect, it } from 'vitest';
import { preferredWait } from './preferred-wait.ts';

describe('the preference wait', () => {
  it.each([
    ['wait=10', 10],
    ['respond-async, wait=10', 10],
    ['Wait = "5"; x=1, handling=lenient', 5],
    ['wait=600', 30],
    ['wait=0', 0],
    [['respond-async', 'wait=3'], 3],
  ])('is read from %s', (header, seconds) => {
    expect(preferredWait(header)).toBe(seconds);
  });

  it.each([
    undefined,
    '',
    'wait',
    'wait=',
    'wait=-1',
    'wait=1.5',
    'wait=soon',
    'await=3',
    'respond-async; wait=3',
  ])('is left alone in %s', (header) => {
    expect(preferredWait(header)).toBeUndefined();
  });
});
