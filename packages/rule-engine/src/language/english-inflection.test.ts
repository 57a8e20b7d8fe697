import { describe, expect, it } from 'vitest';
import { inflectNoun, inflectVerb } from './english-inflection.ts';

describe('inflection', () => {
  it.each([
    ['cure', 'cures', ['cured'], 'curing'],
    ['stop', 'stops', ['stopped'], 'stopping'],
    ['treat', 'treats', ['treated'], 'treating'],
    ['banish', 'banishes', ['banished'], 'banishing'],
    ['remedy', 'remedies', ['remedied'], 'remedying'],
    ['lose', 'loses', ['lost'], 'losing'],
    ['shrink', 'shrinks', ['shrank', 'shrunk'], 'shrinking'],
    ['get rid of', 'gets rid of', ['got rid of', 'gotten rid of'], 'getting rid of'],
    ['heal', 'heals', ['healed'], 'healing'],
    ['free', 'frees', ['freed'], 'freeing'],
    ['tie', 'ties', ['tied'], 'tying'],
  ])('knows the forms of %s', (base, s, ed, ing) => {
    expect(inflectVerb(base)).toEqual({ base: [base], s: [s], ed, ing: [ing] });
  });

  it.each([
    ['tumor', ['tumor', 'tumors']],
    ['allergy', ['allergy', 'allergies']],
    ['arthritis', ['arthritis']],
    ['cold sore', ['cold sore', 'cold sores']],
    ['child', ['child', 'children']],
  ])('knows the plural of %s', (noun, forms) => {
    expect(inflectNoun(noun)).toEqual(forms);
  });
});
