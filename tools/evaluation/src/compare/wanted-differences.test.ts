import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readWanted, wantedFor } from './wanted-differences.ts';

const difference = { path: 'records.en-US.risks[3].category', base: 'a', current: 'b' };
const wanted = { base: '6ce6991', path: 'records.*.risks[].category', id: '', reason: 'renamed' };

it('names a difference by its path, with any position and any one name', () => {
  expect(wantedFor([wanted], 'us x', difference)).toBe(wanted);
  expect(wantedFor([{ ...wanted, path: 'records.*.category' }], 'us x', difference)).toBeUndefined();
  expect(wantedFor([{ ...wanted, id: 'main ' }], 'us x', difference)).toBeUndefined();
});

it('reads the list of this project', () => {
  const file = fileURLToPath(new URL('wanted-differences.yaml', import.meta.url));
  expect(readWanted(file, '6ce6991696b7f4ba6c061f0a7703516492ab2f8e')).toEqual(expect.any(Array));
});
