import { expect, it } from 'vitest';
import { pageRange } from './page-range.ts';

it.each([
  ['the first page', { page: 1, pageSize: 20 }, { offset: 0, limit: 20 }],
  ['a later page', { page: 3, pageSize: 20 }, { offset: 40, limit: 20 }],
  ['a page before the first', { page: 0, pageSize: 20 }, { offset: 0, limit: 20 }],
  ['a page without rows', { page: 2, pageSize: 0 }, { offset: 1, limit: 1 }],
  ['a page that is too long', { page: 2, pageSize: 1_000 }, { offset: 50, limit: 50 }],
])('reads the rows of %s', (_, request, range) => {
  expect(pageRange(request)).toEqual(range);
});
