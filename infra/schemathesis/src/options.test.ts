import { describe, expect, it } from 'vitest';
import { OptionsError, readOptions } from './options.ts';

describe('the options of a run', () => {
  it('are 20,000 cases over all surfaces by default', () => {
    expect(readOptions([], 7)).toEqual({
      cases: 20_000,
      seed: 7,
      workers: 1,
      surfaces: ['us', 'id', 'main', 'files'],
    });
  });

  it('may name one surface', () => {
    expect(readOptions(['--only', 'main', '--cases', '5', '--seed', '3'], 7)).toMatchObject({
      cases: 5,
      seed: 3,
      surfaces: ['main'],
    });
  });

  it.each([
    ['--cases', '0'],
    ['--cases', 'many'],
    ['--only', 'moon'],
    ['--speed', '9'],
    ['--workers', '65'],
  ])('refuse %s %s in one line', (...args) => {
    expect(() => readOptions(args, 7)).toThrow(OptionsError);
    expect(() => readOptions(args, 7)).toThrow(/^[^\n]+$/);
  });
});
