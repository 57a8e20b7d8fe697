import { describe, expect, it } from 'vitest';
import { readOptions } from './options.ts';

describe('the command line', () => {
  it('means a minute of 50 a second with every fault and a new seed, unless it says otherwise', () => {
    expect(readOptions([], 7)).toEqual({ seconds: 60, rate: 50, scenario: 'all', seed: 7 });
    expect(readOptions(['--scenario', 'mixed'], 7)).toMatchObject({ scenario: 'mixed', rate: 1 });
    const given = ['--seconds', '30', '--rate', '10', '--scenario', 'nats', '--seed', '3'];
    expect(readOptions(given, 7)).toEqual({ seconds: 30, rate: 10, scenario: 'nats', seed: 3 });
  });

  it.each([
    ['--seconds 1', /--seconds is "1"; it must be a whole number from 5/],
    ['--rate many', /--rate is "many"/],
    ['--scenario toString', /--scenario is "toString"; it must be one of gateway/],
    ['--seed -1', /--seed/],
    ['--fast', /--fast/],
  ])('%s is refused with a sentence', (line, sentence) => {
    expect(() => readOptions(line.split(' '), 7)).toThrow(sentence);
  });
});
