import { readFileSync } from 'node:fs';
import { settingsTable } from '@redline/service-kit/config';
import { expect, it } from 'vitest';
import { settings } from './config.ts';

/** The formatter aligns the columns of a table. */
const unaligned = (text: string) => text.replace(/ {2,}/g, ' ').replace(/-{3,}/g, '---');

it('has every setting in the README, as it is', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  expect(unaligned(readme)).toContain(settingsTable(settings));
});
