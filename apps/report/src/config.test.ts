import { settingsTable } from '@redline/service-kit/config';
import { readUnaligned } from '@redline/testkit/service';
import { expect, it } from 'vitest';
import { settings } from './config.ts';

it('has every setting in the README, as it is', async () => {
  const readme = await readUnaligned(new URL('../README.md', import.meta.url));
  expect(readme).toContain(settingsTable(settings));
});
