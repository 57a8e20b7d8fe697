import { expect, it } from 'vitest';
import { claimTypesFile } from '../site-files.ts';
import { parseClaimTypes, readClaimTypes } from './claim-types.ts';

it('the list of claim types names each type once, with its meaning', () => {
  const { types, meanings, sold } = readClaimTypes(claimTypesFile);
  expect(types.size).toBeGreaterThan(80);
  expect(meanings.get('treats_disease')).toContain('cures');
  expect(sold).toContain('supplement');
});

it('a type in two groups is refused', () => {
  const twice = 'groups: { a: { cures: heals it }, b: { cures: heals it } }\nstates: {}\nsold: [food]\n';
  expect(() => parseClaimTypes(twice)).toThrow('cures is listed twice');
});
