import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { measureCases } from './case-measures.ts';
import { allowOpening, countOpenings, logOpening } from './openings.ts';

const folder = mkdtempSync(join(tmpdir(), 'openings-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('a test is opened three times, and then only in the open', () => {
  const page = join(folder, 'measurements', 'openings.md');
  const opening = {
    date: '2026-11-23',
    commit: 'abc',
    site: 'us',
    texts: 0,
    why: 'a | b',
    measures: measureCases([]),
  };
  for (let at = 0; at < 3; at++) logOpening(page, { ...opening, ...allowOpening(page, 'us', false) });
  expect(countOpenings(page, 'us')).toBe(3);
  expect(allowOpening(page, 'id', false)).toEqual({ isBeyondLimit: false });
  expect(() => allowOpening(page, 'us', false)).toThrow('opened 3 times');
  logOpening(page, { ...opening, ...allowOpening(page, 'us', true) });
  expect(readFileSync(page, 'utf8').match(/\*\*beyond the limit\*\*: a {1,3}b/g)).toHaveLength(1);
});
