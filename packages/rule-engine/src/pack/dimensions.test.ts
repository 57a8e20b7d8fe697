import { describe, expect, it } from 'vitest';
import { appliesTo, defaultSelection, faultOfValues } from './dimensions.ts';
import type { PackMeta } from './meta-schema.ts';

const metaWith = (runs: 'every' | 'own'): Pick<PackMeta, 'dimensions'> => ({
  dimensions: {
    platform: { field: 'platforms', values: ['shop', 'video'] },
    vertical: {
      field: 'verticals',
      values: ['general', 'beauty', 'food'],
      general: { value: 'general', runs },
    },
  },
});
const beauty = new Map([['vertical', new Set(['beauty'])]]);

describe('where a rule applies', () => {
  it.each([
    ['its own value', { platform: 'shop', vertical: 'beauty' }, 'own', true],
    ['another value', { platform: 'shop', vertical: 'food' }, 'every', false],
    [
      'the general value where that runs every rule',
      { platform: 'shop', vertical: 'general' },
      'every',
      true,
    ],
    [
      'the general value where that runs only its own',
      { platform: 'shop', vertical: 'general' },
      'own',
      false,
    ],
    ['no value, as a voiceover has none', { platform: 'shop' }, 'own', true],
  ] as const)('is told by %s', (_, selection, runs, applies) => {
    expect(appliesTo(beauty, selection, metaWith(runs))).toBe(applies);
  });

  it('is told by the value that is meant where none is said', () => {
    const medium = { field: 'mediums', values: ['text', 'picture'], unsaid: 'text' };
    const meta = { dimensions: { ...metaWith('own').dimensions, medium } };
    const pictures = new Map([['medium', new Set(['picture'])]]);
    expect(appliesTo(pictures, { platform: 'shop' }, meta)).toBe(false);
    expect(appliesTo(pictures, { medium: 'picture' }, meta)).toBe(true);
  });

  it('must hold in every dimension that the rule narrows', () => {
    const only = new Map([...beauty, ['platform', new Set(['video'])]]);
    expect(appliesTo(only, { platform: 'video', vertical: 'beauty' }, metaWith('own'))).toBe(true);
    expect(appliesTo(only, { platform: 'shop', vertical: 'beauty' }, metaWith('own'))).toBe(false);
  });

  it('gives an example its first values, else the general ones', () => {
    expect(defaultSelection(beauty, metaWith('own'))).toEqual({ platform: 'shop', vertical: 'beauty' });
    expect(defaultSelection(new Map(), metaWith('own'))).toEqual({ platform: 'shop', vertical: 'general' });
  });

  it('names what the pack does not have', () => {
    expect(faultOfValues({ vertical: ['cars'] }, metaWith('own'))).toBe('unknown vertical "cars"');
    expect(faultOfValues({ colour: ['red'] }, metaWith('own'))).toBe('there is no dimension "colour"');
  });
});
