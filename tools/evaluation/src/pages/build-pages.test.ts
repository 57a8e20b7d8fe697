import { expect, it } from 'vitest';
import { sampleCase } from '../cases/sample-case.ts';
import { createRandom } from '../compare/random.ts';
import { buildPages, type LawfulText } from './build-pages.ts';

const place = sampleCase().place;
const lawful = (at: number, sold: string | null): LawfulText => ({
  text: `Number ${at}: ${'plain words about a good '.repeat(5)}`,
  place,
  sold,
});
const sameKind = Array.from({ length: 20 }, (_, at) => lawful(at, 'supplement'));

it('a page holds one violating text among lawful ones of its kind, and knows where its quotes are', () => {
  const pages = buildPages([sampleCase()], [...sameKind, lawful(99, 'food')], createRandom(5));
  const [page] = pages;
  expect(page?.text.length).toBeGreaterThanOrEqual(600);
  expect(page?.text.length).toBeLessThanOrEqual(1_800);
  expect(page?.text).not.toContain('Number 99');
  expect(page?.quotes.map(({ start, end }) => page.text.slice(start, end))).toEqual(['cure gout']);
  expect(buildPages([sampleCase()], [...sameKind, lawful(99, 'food')], createRandom(5))).toEqual(pages);
});

it('a case without enough lawful company has no page, a lawful one no quotes', () => {
  expect(buildPages([sampleCase()], sameKind.slice(0, 2), createRandom(5))).toEqual([]);
  const [page] = buildPages([sampleCase({ lawful: true, spans: [] })], sameKind, createRandom(5));
  expect(page?.quotes).toEqual([]);
});
