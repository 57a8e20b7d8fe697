import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue.ts';

const guide = readFileSync(new URL('../../../../docs/api/pricing-and-limits.md', import.meta.url), 'utf8');
const plans = Object.values(catalogue).flatMap((site) => site.plans);
const rowOf = (name: string) =>
  guide
    .split('\n')
    .find((line) => line.startsWith(`| ${name}`))
    ?.split('|')
    .slice(2, -1)
    .map((cell) => cell.trim());

describe('the guide to prices says what the catalogue has', () => {
  it.each([
    ['a text check', 'text_check'],
    ['a rewrite', 'rewrite'],
    ['an image check', 'image_check'],
    ['a video check, for each second', 'video_second'],
    ['a report', 'video_report'],
  ] as const)('for %s, on every site', (name, item) => {
    for (const { name: plan, prices } of plans) {
      expect(rowOf(name)?.[plan === 'enterprise' ? 1 : 0]).toBe(String(prices[item]));
    }
  });

  it('of words of your own', () => {
    for (const { name, wordLimit } of plans.filter((plan) => plan.name !== 'flagship')) {
      expect([name, rowOf(name)?.[2]]).toEqual([name, wordLimit ? wordLimit.toLocaleString('en') : 'none']);
    }
  });
});
